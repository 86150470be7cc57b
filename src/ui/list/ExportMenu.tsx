/** The list taken out: whole into Excel, the page or the whole onto paper. */
import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CrossIcon, ExportIcon, PrintIcon } from '@blueprintjs/icons';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CELL_CHARACTERS } from '../../../contract/excel.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { usePrintKey } from '../../app/usePrintKey.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Progress } from '../small.tsx';
import { toastError, toastWarning } from '../toasts.ts';
import { CellTooLong } from './cellTooLong.ts';
import type { List } from './useList.ts';
import { ListMoved, type Whole } from './whole.ts';

type Way = 'excel' | 'print';

interface Made {
  way: Way;
  done: number;
  all: number;
}

interface ExportMenuProps<Row, Answer> {
  list: List<Row, Answer>;
  title: string;
  /** whether the person may take it into Excel */
  excel: boolean;
  /** Writes a file of its own: one that can be read back. */
  saves?: ((rows: readonly Row[]) => Promise<void>) | undefined;
}

export function ExportMenu<Row, Answer>({ list, title, excel, saves }: ExportMenuProps<Row, Answer>) {
  const t = useText('kit');
  const [making, setMaking] = useState<Made | null>(null);
  const [sheet, setSheet] = useState<ReactElement | null>(null);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  function failed(way: Way, error: unknown): void {
    const requestId = error instanceof ApiError ? error.requestId : undefined;
    const text =
      error instanceof ListMoved
        ? t('list.moved')
        : error instanceof CellTooLong
          ? t('list.excel.tooLong', { column: error.column, row: error.row, max: formatNumber(CELL_CHARACTERS) })
          : messageOf(error);
    toastError(t(`list.${way}.failed`), { text, ...(requestId && { requestId }) });
  }

  /** Gathers the whole list and gives it to `use`; stopping is no failure. */
  async function take(way: Way, use: (whole: Whole<Row>) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    stopping.current = controller;
    setMaking({ way, done: 0, all: list.total ?? 0 });
    try {
      const whole = await list.whole((done, all) => setMaking({ way, done, all }), controller.signal);
      await use(whole);
      if (whole.cut) toastWarning(t('list.cut', { rows: formatNumber(whole.rows.length) }));
    } catch (error) {
      if (!controller.signal.aborted) failed(way, error);
    } finally {
      setMaking(null);
    }
  }

  const save = async ({ rows }: Whole<Row>) => {
    if (saves) return saves(rows);
    const { saveList } = await import('./excel.ts');
    const { summed } = list;
    await saveList(
      title,
      list.columns.filter(({ actions }) => !actions),
      rows,
      summed && { title: t('list.total'), counts: summed.counts, words: summed.leftOutOf(rows) },
    );
  };

  const print = async ({ rows, cut }: Whole<Row>) => {
    const { PrintList } = await import('./PrintList.tsx');
    setSheet(<PrintList list={list} title={title} rows={rows} cut={cut} />);
  };

  const none = list.rows.length === 0;
  const printPage = () => void print({ rows: list.rows, cut: false }).catch((error: unknown) => failed('print', error));
  usePrintKey(none || making !== null ? null : printPage);

  useEffect(() => {
    if (sheet === null) return;
    const done = () => setSheet(null);
    document.body.classList.add('prints-list');
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => {
      document.body.classList.remove('prints-list');
      window.removeEventListener('afterprint', done);
    };
  }, [sheet]);

  if (making !== null)
    return (
      <span className="taking-out">
        <span className="unseen" role="status">
          {t(`list.${making.way}.making`)}
        </span>
        <Progress value={making.done} all={making.all} />
        <Button
          icon={<CrossIcon size={14} />}
          text={t('list.stop')}
          onClick={() => stopping.current?.abort()}
          data-testid="list-stop"
        />
      </span>
    );
  return (
    <>
      {excel && (
        <Button
          icon={<ExportIcon size={14} />}
          text={t('list.excel.button')}
          title={t('list.excel.title')}
          disabled={none}
          onClick={() => void take('excel', save)}
          data-testid="list-excel"
        />
      )}
      <PopoverNext
        arrow={false}
        animation="minimal"
        placement="bottom-end"
        disabled={none}
        content={
          <Menu>
            <MenuItem text={t('list.print.page')} onClick={printPage} />
            <MenuItem text={t('list.print.whole')} onClick={() => void take('print', print)} />
          </Menu>
        }
      >
        <Button
          icon={<PrintIcon size={14} />}
          aria-label={t('list.print.button')}
          title={t('list.print.button')}
          disabled={none}
          data-testid="list-print"
        />
      </PopoverNext>
      {sheet !== null && createPortal(sheet, document.body)}
    </>
  );
}
