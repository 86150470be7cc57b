/** What a check has found and what writing has left: figures, faults, conflicts, the one thing to do next. */
import { Button, Checkbox, HTMLTable, Radio } from '@blueprintjs/core';
import { ExportIcon, UndoIcon } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { type Conflict, type Import, importRowIndex, type SheetCell } from '../../../contract/imports.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import type { Json } from '../../../machines/recordPane/merge.ts';
import { messageOf, request } from '../../api/client.ts';
import { useTask } from '../../app/useTask.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useLanguage, useText } from '../../i18n/index.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { Progress } from '../../ui/small.tsx';
import { wordsOf } from '../values.ts';
import { rowName } from './rowName.ts';
import { tonguesOf } from './tongues.ts';
import type { Choices, Importing } from './useImport.ts';

interface FoundProps {
  sheet: Sheet;
  own: Text;
  nameOf: (field: string) => string;
  title: string;
  found: Import;
  importing: Importing;
  /** Another file is chosen. */
  onAgain: () => void;
  onClose: () => void;
}

export function Found(props: FoundProps) {
  const { sheet, found, importing, onAgain, onClose } = props;
  const t = useText('import');
  const [withoutBad, setWithoutBad] = useState(false);
  const [asking, setAsking] = useState(false);
  const { figures, status, reason } = found;
  const may = (event: string) => found.allowed_events.includes(event);
  const isChecked = status === 'checked';
  const isWritten = status === 'done' || status === 'taken_back';
  // with faults it is written only without them, and that is ticked
  const needsTick = figures.bad > 0;
  const closed = found.refused !== null && !(needsTick && withoutBad && may('import.confirm'));
  const rows = figures.fresh + figures.changed + figures.moved;
  return (
    <>
      <div className="import-body">
        {status === 'checking' && (
          <div className="import-running">
            <span role="status">{t('checking')}</span>
            <Progress value={figures.checked} all={found.rows} />
            <Button text={t('stop')} onClick={importing.stop} data-testid="import-stop" />
          </div>
        )}
        {status === 'writing' && (
          <div className="import-running" role="status">
            {t('writing')}
          </div>
        )}
        {status === 'failed' && <Notice tone="bad">{reason ?? t('failed')}</Notice>}
        {status === 'stopped' && <Notice tone="info">{t('stopped')}</Notice>}
        {isWritten ? <Written found={found} /> : <Figures found={found} />}
        {found.left.length > 0 && <LeftRows {...props} />}
        {!isWritten && (
          <>
            <Unknown found={found} />
            <Notes found={found} />
            <Conflicts {...props} />
            <Changes {...props} />
          </>
        )}
        {/* rows that were left out are still to be had once the others are written */}
        <Faults {...props} />
        {isChecked && sheet.proposes && rows > 0 && <Notice tone="info">{t('proposes')}</Notice>}
        {isChecked && rows + figures.bad === 0 && <Notice tone="info">{t('nothing')}</Notice>}
      </div>
      {isChecked && needsTick && rows > 0 && (
        <div className="import-tick">
          <Checkbox
            checked={withoutBad}
            label={t('withoutBad', { count: figures.bad, figure: formatNumber(figures.bad) })}
            onChange={(event) => setWithoutBad(event.currentTarget.checked)}
          />
          <span className="faint">{t('withoutBadText')}</span>
        </div>
      )}
      <div className="action-bar">
        {isChecked && (
          <Button
            intent="primary"
            text={t('write', {
              fresh: formatNumber(figures.fresh),
              changed: formatNumber(figures.changed + figures.taken),
            })}
            disabled={closed || importing.busy}
            loading={importing.busy}
            onClick={() => importing.confirm(withoutBad)}
            data-testid="import-write"
          />
        )}
        {(status === 'failed' || status === 'read') && may('import.check') && (
          <Button intent="primary" text={t('checkAgain')} loading={importing.busy} onClick={importing.check} />
        )}
        {isWritten && <Button intent="primary" text={t('close')} onClick={onClose} />}
        {status === 'done' && (
          <Button
            icon={<UndoIcon size={14} />}
            text={t('takeBack.do')}
            disabled={!may('import.take_back') || importing.busy}
            onClick={() => setAsking(true)}
            data-testid="import-back"
          />
        )}
        {isChecked && found.refused !== null && closed && <Reason>{found.refused}</Reason>}
        {/* after a lost answer nobody knows whether something was written */}
        {isChecked && !closed && importing.failure === null && <span className="faint">{t('notYet')}</span>}
        {status === 'done' && found.until !== null && (
          <span className="faint">{t('takeBack.until', { at: formatDateTime(found.until) })}</span>
        )}
        <span className="import-end">
          {status !== 'checking' && status !== 'writing' && <Button text={t('other')} onClick={onAgain} />}
          {(isChecked || status === 'failed' || status === 'read') && (
            <Button variant="minimal" text={t('giveUp')} onClick={importing.stop} data-testid="import-stop" />
          )}
        </span>
      </div>
      {asking && (
        <AskDialog
          title={t('takeBack.title', { file: found.file_name })}
          onClose={() => setAsking(false)}
          onSubmit={() => {
            setAsking(false);
            importing.takeBack();
          }}
          foot={
            <>
              <Button type="submit" intent="primary" text={t('takeBack.do')} data-testid="import-back-now" />
              <Button text={t('keep')} onClick={() => setAsking(false)} />
            </>
          }
        >
          <p>{t(`takeBack.${sheet.texts}`)}</p>
        </AskDialog>
      )}
    </>
  );
}

function Strip({ children }: { children: readonly (readonly [string, ReactNode, string?])[] }) {
  return (
    <dl className="import-figures">
      {children.map(([name, value, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Figures({ found: { rows, figures } }: { found: Import }) {
  const t = useText('import');
  return (
    <Strip>
      {[
        [t('figures.rows'), formatNumber(rows)],
        [t('figures.fresh'), formatNumber(figures.fresh)],
        [t('figures.changed'), formatNumber(figures.changed)],
        [t('figures.same'), formatNumber(figures.same), 'faint'],
        ...(figures.moved > 0 ? [[t('figures.moved'), formatNumber(figures.moved), 'import-amber'] as const] : []),
        [t('figures.bad'), formatNumber(figures.bad), figures.bad > 0 ? 'import-red' : 'faint'],
      ]}
    </Strip>
  );
}

function Written({ found }: { found: Import }) {
  const t = useText('import');
  return (
    <Strip>
      {[
        [t('figures.written'), formatNumber(found.written)],
        ...(found.written_at === null ? [] : [[t('figures.writtenAt'), formatDateTime(found.written_at)] as const]),
        ...(found.figures.bad > 0 ? [[t('figures.bad'), formatNumber(found.figures.bad), 'import-red'] as const] : []),
        ...(found.taken_back_at === null
          ? []
          : ([
              [t('figures.back'), formatNumber(found.back)],
              [t('figures.left'), formatNumber(found.left.length), found.left.length > 0 ? 'import-amber' : 'faint'],
              [t('figures.backAt'), `${formatDateTime(found.taken_back_at)}, ${found.taken_back_by?.fullname ?? ''}`],
            ] as const)),
      ]}
    </Strip>
  );
}

/** Columns of the file that no field is called. */
function Unknown({ found }: { found: Import }) {
  const t = useText('import');
  const titles = found.columns.filter(({ part }) => part === null).map(({ title }) => `“${title}”`);
  return titles.length === 0 ? null : (
    <p className="import-note faint">{t('unknown', { titles: titles.join(', ') })}</p>
  );
}

/** What a column of the file is called there. */
const columnTitle = ({ columns }: Import, part: string | null, nameOf: FoundProps['nameOf']): string | null =>
  part === null
    ? null
    : (columns.find((column) => column.part === part)?.title ?? nameOf(part.split('.')[0] as string));

function Faults({ sheet, own, nameOf, found, title }: FoundProps) {
  const t = useText('import');
  const language = useLanguage();
  const [open, setOpen] = useState<number | null>(null);
  const saving = useTask<void, void>(save);
  if (found.faults.length === 0) return null;
  async function save(): Promise<void> {
    const rows: { key: string | null; cells: SheetCell[]; reasons: string[] }[] = [];
    for (let after: number | null | undefined; after !== null; ) {
      const answer = await request(importRowIndex, {
        params: { id: found.id },
        query: after === undefined ? {} : { after },
      });
      rows.push(...(answer.data as typeof rows));
      after = answer.next;
    }
    const [[tongue], write] = await Promise.all([tonguesOf(sheet, language), import('../sheet/write.ts')]);
    const file = { title: t('bad.file', { title }), reason: t('bad.reason'), columns: found.columns };
    await write.saveBadRows(sheet, tongue, file, rows);
  }
  return (
    <section className="import-part">
      <header>
        <h3>{t(found.written_at === null ? 'bad.title' : 'bad.leftOut')}</h3>
        <Button
          size="small"
          icon={<ExportIcon size={14} />}
          text={t('bad.save', { figure: formatNumber(found.figures.bad) })}
          disabled={found.status === 'checking'}
          loading={saving.busy}
          onClick={() => saving.begin()}
          data-testid="import-bad"
        />
      </header>
      {saving.error !== null && <Notice tone="bad">{messageOf(saving.error)}</Notice>}
      <FittingTable>
        <HTMLTable compact className="import-table">
          <thead>
            <tr>
              <th>{t('bad.column')}</th>
              <th>{t('bad.why')}</th>
              <th>{t('bad.rows')}</th>
              <th className="end">{t('bad.count')}</th>
            </tr>
          </thead>
          <tbody>
            {found.faults.map((fault, at) => (
              // groups come in one order, and none is taken away while it is shown
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={at}>
                <th scope="row">
                  {fault.part !== found.faults[at - 1]?.part &&
                    (columnTitle(found, fault.part, nameOf) ?? t('bad.whole'))}
                </th>
                <td>
                  {fault.text}
                  <button type="button" className="link import-look" onClick={() => setOpen(open === at ? null : at)}>
                    {t(open === at ? 'bad.hide' : fault.part === null ? 'bad.records' : 'bad.look')}
                  </button>
                  {open === at && (
                    <ul className="import-samples">
                      {fault.samples.map(({ row, cell, ...named }) => (
                        <li key={row}>
                          <span className="faint">{row}</span> {rowName(sheet, named, own, language)}{' '}
                          {fault.part !== null && <code>{cell === '' ? '—' : cell}</code>}
                        </li>
                      ))}
                    </ul>
                  )}
                </td>
                <td className="import-number">{fault.rows}</td>
                <td className="end import-number">{formatNumber(fault.count)}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </FittingTable>
    </section>
  );
}

/** What right rows do that is not seen from them: they hold at once, they end what was to hold longer. */
function Notes({ found: { notes } }: { found: Import }) {
  const t = useText('import');
  if (notes.length === 0) return null;
  return (
    <section className="import-part" data-testid="import-notes">
      <header>
        <h3>{t('notes.title')}</h3>
      </header>
      <FittingTable>
        <HTMLTable compact className="import-table">
          <thead>
            <tr>
              <th>{t('notes.what')}</th>
              <th>{t('bad.rows')}</th>
              <th className="end">{t('bad.count')}</th>
            </tr>
          </thead>
          <tbody>
            {notes.map(({ text, rows, count }) => (
              <tr key={text} className="import-open">
                <td>{text}</td>
                <td className="import-number">{rows}</td>
                <td className="end import-number">{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </FittingTable>
    </section>
  );
}

/** Fields that change, with how many rows. */
function Changes({ nameOf, found }: FoundProps) {
  const t = useText('import');
  if (found.changes.length === 0) return null;
  return (
    <section className="import-part">
      <header>
        <h3>{t('changes')}</h3>
      </header>
      <Strip>
        {found.changes.map(
          ({ field, count }) => [nameOf(field), t('rows', { count, figure: formatNumber(count) })] as const,
        )}
      </Strip>
    </section>
  );
}

/** Values that somebody changed since the export: nothing is chosen beforehand. */
function Conflicts({ sheet, own, nameOf, found, importing }: FoundProps) {
  const t = useText('import');
  const language = useLanguage();
  if (found.conflicts.length === 0) return null;
  const { fields } = sheet;
  const shown = (name: string, value: unknown): string => {
    if (value === null || value === undefined) return '—';
    const field = fields[name];
    // names of other records are words in the log already
    if (Array.isArray(value) && field?.kind !== 'someOf') return value.join(', ') || '—';
    const words =
      field === undefined || field.kind === 'ref' ? undefined : wordsOf(name, field, value as Json, own, language);
    return words ?? String(value);
  };
  const choose = (take: 'now' | 'file', of: readonly Conflict[]) =>
    importing.choose(of.map(({ row, field }): Choices[number] => ({ row, field, take })));
  const open = found.conflicts.filter(({ take }) => take === null);
  const may = found.allowed_events.includes('import.choose') && !importing.busy;
  return (
    <section className="import-part">
      <header>
        <h3>{t('conflicts.title')}</h3>
        {open.length > 0 && (
          <>
            <Button size="small" text={t('conflicts.allNow')} disabled={!may} onClick={() => choose('now', open)} />
            <Button size="small" text={t('conflicts.allFile')} disabled={!may} onClick={() => choose('file', open)} />
          </>
        )}
      </header>
      <FittingTable>
        <HTMLTable compact className="import-table">
          <thead>
            <tr>
              <th>{t('conflicts.record')}</th>
              <th>{t('conflicts.field')}</th>
              <th>{t('conflicts.exported')}</th>
              <th>{t('conflicts.now')}</th>
              <th>{t('conflicts.file')}</th>
            </tr>
          </thead>
          <tbody>
            {found.conflicts.map((one) => {
              const group = `${one.row}.${one.field}`;
              const name = nameOf(one.field);
              const option = (take: 'now' | 'file', value: string, note?: string) => (
                <td className={one.take === take ? 'import-taken' : undefined}>
                  <Radio
                    name={group}
                    checked={one.take === take}
                    disabled={!may}
                    aria-label={t(`conflicts.take.${take}`, { field: name, value })}
                    onChange={() => choose(take, [one])}
                  >
                    <b>{value}</b>
                  </Radio>
                  {note !== undefined && <span className="faint">{note}</span>}
                </td>
              );
              const by = one.by === null ? undefined : `${one.by.fullname}, ${formatDateTime(one.at ?? '')}`;
              return (
                <tr key={group} className={one.take === null ? 'import-open' : undefined}>
                  <td>
                    {rowName(sheet, one.record, own, language)} <span className="faint">{one.row}</span>
                  </td>
                  <td>{name}</td>
                  <td>{shown(one.field, one.exported)}</td>
                  {option('now', shown(one.field, one.now), by)}
                  {option('file', shown(one.field, one.file))}
                </tr>
              );
            })}
          </tbody>
        </HTMLTable>
      </FittingTable>
    </section>
  );
}

/** Rows that were not taken back, with who changed them since. */
function LeftRows({ sheet, own, found }: FoundProps) {
  const t = useText('import');
  const language = useLanguage();
  return (
    <section className="import-part">
      <header>
        <h3>{t('left.title')}</h3>
      </header>
      <FittingTable>
        <HTMLTable compact className="import-table">
          <thead>
            <tr>
              <th>{t('left.record')}</th>
              <th>{t('left.row')}</th>
              <th>{t('left.why')}</th>
            </tr>
          </thead>
          <tbody>
            {found.left.map(({ row, record, by, at, reason }) => (
              <tr key={row} className="import-open">
                <td>{rowName(sheet, record, own, language)}</td>
                <td className="import-number">{row}</td>
                <td>{reason ?? [by?.fullname, at === null ? '' : formatDateTime(at)].filter(Boolean).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </FittingTable>
    </section>
  );
}
