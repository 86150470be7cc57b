/** A file of Excel read into a directory or a dated setting: chosen, checked, written, taken back. What may be done now is the server's answer. */
import { Button, HTMLTable } from '@blueprintjs/core';
import { DocumentOpenIcon, ExportIcon, ImportIcon } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { MAX_FILE_BYTES } from '../../../contract/common.ts';
import { importIndex, MAX_ROWS } from '../../../contract/imports.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import { importMachine } from '../../../machines/import/import.machine.ts';
import { useCall } from '../../api/queries.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useLanguage, useText } from '../../i18n/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { megabytes } from '../../ui/files/files.ts';
import { keepFocus } from '../../ui/keepFocus.ts';
import type { Look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { Progress } from '../../ui/small.tsx';
import { FileRefused } from '../sheet/read.ts';
import { Found } from './Found.tsx';
import { readFile } from './read.ts';
import { tonguesOf } from './tongues.ts';
import { useImport } from './useImport.ts';
import './import.css';

export interface ImportDialogProps {
  sheet: Sheet;
  /** Its own texts. */
  own: Text;
  /** What a field is called. */
  nameOf: (field: string) => string;
  /** What the page is called. */
  title: string;
  /** The import that is open; null: a file is to be chosen. */
  id: number | null;
  onId: (id: number | null) => void;
  onClose: () => void;
}

/** A chip of a state, by the look that the chart gives it. */
export function ImportState({ status }: { status: string }) {
  const t = useText('machines/import');
  const states: Readonly<Record<string, { meta?: { look: string } }>> = importMachine.config.states ?? {};
  return <StateChip look={(states[status]?.meta?.look ?? 'new') as Look}>{t(`states.${status}.name`)}</StateChip>;
}

export default function ImportDialog({ sheet, own, nameOf, title, id, onId, onClose }: ImportDialogProps) {
  const t = useText('import');
  const language = useLanguage();
  const importing = useImport(sheet, id, onId);
  const { found, sent, failure } = importing;
  const [reading, setReading] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function take(file: File): Promise<void> {
    const stopping = new AbortController();
    controller.current = stopping;
    setRefused(null);
    setReading(true);
    try {
      const read = await readFile(sheet, await tonguesOf(sheet, language), file, stopping.signal);
      void importing.begin(read, file.name);
    } catch (error) {
      if (!stopping.signal.aborted) setRefused(whyRefused(error, t));
    } finally {
      setReading(false);
    }
  }

  async function saveSample(): Promise<void> {
    const [[tongue], write] = await Promise.all([tonguesOf(sheet, language), import('../sheet/write.ts')]);
    await write.saveSample(sheet, tongue, t('sample.file', { title }));
  }

  const again = () => {
    setRefused(null);
    onId(null);
  };
  return (
    <Dialog
      isOpen
      className="import"
      title={t('title', { title })}
      icon={<ImportIcon />}
      onClose={onClose}
      canOutsideClickClose={false}
    >
      <span hidden ref={keepFocus} />
      {found !== null && (
        <div className="import-file">
          <b>{found.file_name}</b>
          <ImportState status={found.status} />
          <span className="faint">{t('rows', { count: found.rows, figure: formatNumber(found.rows) })}</span>
          {found.exported_at !== null && (
            <span className="faint">{t('exported', { at: formatDateTime(found.exported_at) })}</span>
          )}
        </div>
      )}
      {failure !== null && (
        <Notice tone="bad" action={<Button size="small" text={t('common:retry')} onClick={importing.retry} />}>
          {failure}
        </Notice>
      )}
      {found === null ? (
        <div className="import-body stack">
          {refused !== null && <Notice tone="bad">{refused}</Notice>}
          {reading || importing.busy ? (
            <p role="status">{t('reading')}</p>
          ) : (
            <>
              <div>
                <Button
                  intent="primary"
                  size="large"
                  icon={<DocumentOpenIcon size={16} />}
                  text={t('choose')}
                  onClick={() => input.current?.click()}
                  autoFocus
                />
                <input
                  ref={input}
                  type="file"
                  hidden
                  accept=".xlsx"
                  aria-label={t('choose')}
                  onChange={(event) => {
                    const [file] = event.target.files ?? [];
                    // the same file may be chosen again once it is corrected
                    event.target.value = '';
                    if (file) void take(file);
                  }}
                />
              </div>
              <div className="import-sample">
                <p>{t(`sample.${sheet.known ? 'known' : sheet.texts}`)}</p>
                <Button
                  icon={<ExportIcon size={14} />}
                  text={t('sample.do')}
                  onClick={() => void saveSample()}
                  data-testid="import-sample"
                />
              </div>
              <Earlier sheet={sheet} onOpen={onId} />
            </>
          )}
        </div>
      ) : sent !== null && found.status === 'read' ? (
        <div className="import-body stack">
          <p role="status">{t('sending')}</p>
          <Progress value={sent} all={found.rows} />
        </div>
      ) : (
        <Found {...{ sheet, own, nameOf, found, importing, onAgain: again, onClose, title }} />
      )}
    </Dialog>
  );
}

/** Why a file is not read at all. */
function whyRefused(error: unknown, t: Text): string {
  if (!(error instanceof FileRefused)) return t('refused.broken', { max: megabytes(MAX_FILE_BYTES) });
  const { why, what } = error.reason;
  return t(`refused.${why}`, { what, max: formatNumber(MAX_ROWS) });
}

/** Own files that were read into this list. */
function Earlier({ sheet, onOpen }: { sheet: Sheet; onOpen: (id: number) => void }) {
  const t = useText('import');
  const { data } = useCall(importIndex, { query: { directory: sheet.name } });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className="import-earlier">
      <h3>{t('earlier')}</h3>
      <FittingTable>
        <HTMLTable compact>
          <tbody>
            {data.data.map(({ id, file_name, status, created_at, written }) => (
              <tr key={id}>
                <td>
                  <button type="button" className="link" onClick={() => onOpen(id)}>
                    {file_name}
                  </button>
                </td>
                <td>
                  <ImportState status={status} />
                </td>
                <td>{written > 0 && t('written', { count: written, figure: formatNumber(written) })}</td>
                <td className="faint">{formatDateTime(created_at)}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </FittingTable>
    </section>
  );
}
