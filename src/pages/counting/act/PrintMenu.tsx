import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { type Counter, counterIndex } from '../../../../contract/counting/counters.ts';
import { rowsShow } from '../../../../contract/counting/matrix.ts';
import { request } from '../../../api/client.ts';
import { usePrintKey } from '../../../app/usePrintKey.ts';
import { useText } from '../../../i18n/index.ts';
import { usePaper } from '../../../ui/document/usePaper.tsx';
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

/** Print the act: all of its lines, or its differences. */
export function PrintMenu({ act, icon }: { act: ActDetails; icon: ReactElement }) {
  const t = useText('counting');
  const { print, sheet } = usePaper('prints-act', t('print.failed'));
  const printLines = (lines: Printed['lines']) =>
    void print(async () => {
      const [{ data }, counters, { PrintSheet }] = await Promise.all([
        request(rowsShow, { params: { actId: act.id } }),
        everyCounter(act.id),
        import('./PrintSheet.tsx'),
      ]);
      const rows = lines === 'all' ? data : data.filter((row) => row.difference !== null && row.difference !== 0);
      return <PrintSheet act={act} printed={{ lines, rows, counters }} />;
    });
  usePrintKey(() => printLines('differences'));
  return (
    <>
      <PopoverNext
        arrow={false}
        animation="minimal"
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem text={t('print.differences')} onClick={() => printLines('differences')} />
            <MenuItem text={t('print.all')} onClick={() => printLines('all')} />
          </Menu>
        }
      >
        <Button icon={icon} aria-label={t('print.button')} data-testid="print" />
      </PopoverNext>
      {sheet}
    </>
  );
}
