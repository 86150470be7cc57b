import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { type ReactElement, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { type Counter, counterIndex } from '../../../../contract/counting/counters.ts';
import { rowsShow } from '../../../../contract/counting/matrix.ts';
import { ApiError, messageOf, request } from '../../../api/client.ts';
import { useText } from '../../../i18n/index.ts';
import { toastError } from '../../../ui/toasts.ts';
import type { Printed } from './printed.ts';

/** All counters: the sheet needs everybody's signature. */
async function everyCounter(actId: number): Promise<Counter[]> {
  const all: Counter[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await request(counterIndex, {
      params: { actId },
      query: { page, per_page: 100, part: 'rows' },
    });
    all.push(...data);
    if (data.length < meta.per_page) return all;
  }
}

/** Print the act: the sheet is in the document only while it is printed, so that long acts do not weigh on it. */
export function PrintMenu({ act, icon }: { act: ActDetails; icon: ReactElement }) {
  const t = useText('counting');
  const [sheet, setSheet] = useState<ReactElement | null>(null);
  const print = async (lines: Printed['lines']) => {
    try {
      const [{ data }, counters, { PrintSheet }] = await Promise.all([
        request(rowsShow, { params: { actId: act.id } }),
        everyCounter(act.id),
        import('./PrintSheet.tsx'),
      ]);
      const rows = lines === 'all' ? data : data.filter((row) => row.difference !== null && row.difference !== 0);
      setSheet(<PrintSheet act={act} printed={{ lines, rows, counters }} />);
    } catch (error) {
      const requestId = error instanceof ApiError ? error.requestId : undefined;
      toastError(t('print.failed'), { text: messageOf(error), ...(requestId && { requestId }) });
    }
  };
  useEffect(() => {
    if (sheet === null) return;
    const done = () => setSheet(null);
    document.body.classList.add('prints-act');
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => {
      document.body.classList.remove('prints-act');
      window.removeEventListener('afterprint', done);
    };
  }, [sheet]);
  return (
    <>
      <PopoverNext
        arrow={false}
        animation="minimal"
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem text={t('print.differences')} onClick={() => void print('differences')} />
            <MenuItem text={t('print.all')} onClick={() => void print('all')} />
          </Menu>
        }
      >
        <Button icon={icon} aria-label={t('print.button')} data-testid="print" />
      </PopoverNext>
      {sheet !== null && createPortal(sheet, document.body)}
    </>
  );
}
