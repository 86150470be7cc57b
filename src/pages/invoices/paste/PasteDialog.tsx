/** A supplier's list in a large dialog: entering it, its preview, adding it. The steps are the machine's. */
import { Button, HTMLSelect, TextArea } from '@blueprintjs/core';
import { ImportIcon } from '@blueprintjs/icons';
import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ResponseOf } from '../../../../contract/call.ts';
import type { lineCreateMany } from '../../../../contract/invoices/lines.ts';
import { MEANINGS, type Meaning } from '../../../../machines/pasteLines/columns.ts';
import {
  badOf,
  blockText,
  type Fix,
  goodOf,
  linesOf,
  type PastedLine,
  restOf,
} from '../../../../machines/pasteLines/lines.ts';
import { newKey } from '../../../api/client.ts';
import { inspect } from '../../../app/inspect.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { LeftOffer } from '../../../ui/form/drafts/LeftOffer.tsx';
import { SkeletonRows, TopBar } from '../../../ui/loading.tsx';
import { Notice, Reason } from '../../../ui/Notice.tsx';
import { RequestId } from '../../../ui/RequestId.tsx';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { holdFile, machineFor, productSource } from './actors.ts';
import { type KeptList, type PasteActor, useLeftList } from './kept.ts';
import { PasteTable } from './PasteTable.tsx';
import './paste.css';

export interface PasteDialogProps {
  invoice: { id: number; organization_id: number };
  /** What was pasted; null: an empty field to paste or type into. */
  text: string | null;
  /** Where the lines begin among those of the invoice. */
  end: number;
  onClose: () => void;
  onAdded: (answer: ResponseOf<typeof lineCreateMany>) => void;
}

const FILES = '.xlsx,.csv,.txt,.tsv';

function Entry({ actor }: { actor: PasteActor }) {
  const t = useText('pasteLines');
  const [text, setText] = useState('');
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const fault = useSelector(actor, ({ context }) => context.fault);
  return (
    <>
      <div className="paste-body stack">
        {busy && <TopBar label={t('opening')} />}
        <label className="field-label" htmlFor={id}>
          {t('entry.label')}
        </label>
        <TextArea
          id={id}
          className="paste-entry"
          autoFocus
          fill
          disabled={busy}
          value={text}
          placeholder={t('entry.example')}
          aria-describedby={`${id}-help`}
          onChange={(event) => setText(event.target.value)}
          data-testid="paste-text"
        />
        <p className="muted" id={`${id}-help`}>
          {t('entry.help')}
        </p>
        {fault !== null && (
          <div role="alert" data-testid="paste-fault">
            <Notice tone="bad" inset>
              {t(`faults.${fault}`)}
            </Notice>
          </div>
        )}
      </div>
      <div className="action-bar">
        <Button
          intent="primary"
          text={t('entry.show')}
          disabled={busy}
          onClick={() => actor.send({ type: 'text.read', text })}
          data-testid="paste-read"
        />
        <input
          ref={file}
          type="file"
          className="unseen"
          tabIndex={-1}
          accept={FILES}
          aria-label={t('entry.file')}
          disabled={busy}
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            if (chosen) actor.send({ type: 'file.choose', fileId: holdFile(chosen) });
            target.value = '';
          }}
          data-testid="paste-file"
        />
        <Button
          icon={<ImportIcon size={14} />}
          text={t('entry.file')}
          loading={busy}
          onClick={() => file.current?.click()}
        />
        <Button
          text={t('common:back')}
          disabled={busy}
          onClick={() => actor.send({ type: 'paste.close' })}
          data-testid="paste-close"
        />
      </div>
    </>
  );
}

function Columns({ actor, editable }: { actor: PasteActor; editable: boolean }) {
  const t = useText('pasteLines');
  const rows = useSelector(actor, ({ context }) => context.rows);
  const headAt = useSelector(actor, ({ context }) => context.headAt);
  const meanings = useSelector(actor, ({ context }) => context.meanings);
  const currency = useSelector(actor, ({ context }) => context.currency);
  const currencies = useSelector(actor, ({ context }) => context.currencies);
  const first = rows[headAt + 1];
  return (
    <fieldset className="paste-fields" disabled={!editable}>
      <legend className="unseen">{t('columns.legend')}</legend>
      <div className="paste-columns">
        {meanings.map((meaning, at) => {
          const name = rows[headAt]?.cells[at] || t('columns.nth', { number: at + 1 });
          const sample = first?.cells[at] ?? '';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
            <div key={at} className="paste-column">
              <span className="cut" title={name}>
                {name}
              </span>
              <HTMLSelect
                value={meaning}
                aria-label={name}
                disabled={!editable}
                options={MEANINGS.map((value) => ({ value, label: t(`meanings.${value}`) }))}
                onChange={({ target }) => {
                  const chosen = MEANINGS.find((one): one is Meaning => one === target.value);
                  if (chosen) actor.send({ type: 'column.set', at, meaning: chosen });
                }}
                data-testid={`paste-column-${at}`}
              />
              <span className="cut faint" title={sample}>
                {sample || '—'}
              </span>
            </div>
          );
        })}
        <div className="paste-column">
          <span>{t('columns.currency')}</span>
          <HTMLSelect
            value={currency}
            aria-label={t('columns.currency')}
            disabled={!editable}
            options={currencies.map(({ abbrevation }) => abbrevation)}
            onChange={({ target }) => actor.send({ type: 'currency.set', currency: target.value })}
            data-testid="paste-currency"
          />
          <span className="faint">{t('columns.currencyHelp')}</span>
        </div>
      </div>
    </fieldset>
  );
}

type Shown = 'all' | 'bad' | 'warned';

const isWarned = (line: PastedLine, said: Record<number, string[]>): boolean =>
  line.twin !== null || line.differs !== null || line.doubtful.length > 0 || said[line.row] !== undefined;

/** Rows as text on the clipboard. */
function CopyRest({ actor, rest, small }: { actor: PasteActor; rest: readonly PastedLine[]; small?: boolean }) {
  const t = useText('pasteLines');
  const copy = async () => {
    const { rows, headAt } = actor.getSnapshot().context;
    const text = blockText(
      { rows, headAt },
      rest.map(({ row }) => row),
    );
    try {
      await navigator.clipboard.writeText(text);
      toastSuccess(t('copied', { count: rest.length, figure: formatNumber(rest.length) }));
    } catch {
      toastError(t('copyFailed'));
    }
  };
  return (
    <Button
      text={t('copyRest', { count: rest.length, figure: formatNumber(rest.length) })}
      variant={small ? 'minimal' : 'solid'}
      onClick={() => void copy()}
      data-testid="paste-copy"
    />
  );
}

function Said({ actor }: { actor: PasteActor }) {
  const t = useText('pasteLines');
  const failure = useSelector(actor, ({ context }) => context.failure);
  const state = useSelector(actor, (snapshot) =>
    snapshot.matches({ previewing: 'warned' })
      ? 'warned'
      : snapshot.matches({ previewing: 'refused' })
        ? 'refused'
        : snapshot.matches('failed')
          ? 'failed'
          : null,
  );
  if (failure === null || state === null) return null;
  return (
    <div role="alert" data-testid={`paste-${state}`}>
      <Notice tone={state === 'warned' ? 'waiting' : 'bad'} inset>
        <b>{t(`said.${state}`)}</b> {state === 'warned' ? t('said.warnedText') : failure.message}
        {state === 'failed' && <p>{t('said.failedText')}</p>}
        {state !== 'warned' && failure.requestId !== null && (
          <>
            {' '}
            <RequestId id={failure.requestId} labels={{ request: t('common:request'), copy: t('common:copy') }} />
          </>
        )}
      </Notice>
    </div>
  );
}

interface PreviewProps {
  actor: PasteActor;
  organizationId: number;
  /** The key of the next adding. */
  keyOf: () => string;
}

function Preview({ actor, organizationId, keyOf }: PreviewProps) {
  const t = useText('pasteLines');
  const why = useId();
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const editable = useSelector(actor, (snapshot) => snapshot.hasTag('editable'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const asking = useSelector(actor, (snapshot) => snapshot.hasTag('asking'));
  const failed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const refusal = useSelector(actor, (snapshot) =>
    snapshot.matches({ previewing: 'refused' }) ? snapshot.context.failure : null,
  );
  const done = useSelector(actor, (snapshot) => snapshot.matches('done'));
  const [wish, setWish] = useState<Shown>('all');
  const products = useMemo(() => productSource(organizationId), [organizationId]);
  const onFix = useCallback((row: number, fix: Fix) => actor.send({ type: 'line.fix', row, fix }), [actor]);
  const { said, refused, cut, added, sent } = context;
  const every = useMemo(() => linesOf(context), [context]);
  const lines = useMemo(() => {
    const gone = new Set(done ? sent : []);
    return every.filter(({ row }) => !gone.has(row));
  }, [every, done, sent]);
  const good = useMemo(() => (done ? [] : goodOf(lines, refused)), [lines, refused, done]);
  const rest = useMemo(() => (done ? lines : restOf(lines, refused)), [lines, refused, done]);
  const bad = badOf(lines, refused);
  const warned = lines.filter((line) => isWarned(line, said));
  const some = { all: lines, bad, warned };
  // what there is no more of is not shown empty
  const shown = some[wish].length === 0 ? 'all' : wish;
  const figures = { count: good.length, figure: formatNumber(good.length) };
  const close = () => actor.send({ type: 'paste.close' });
  const add = t(rest.length === 0 ? 'addAll' : 'addGood', figures);
  return (
    <>
      <div className="paste-body">
        {busy && <TopBar label={t('adding')} />}
        {done ? (
          <div role="status" data-testid="paste-done">
            <Notice tone="done" inset>
              {t('done', { count: added, figure: formatNumber(added) })}{' '}
              {t('notAdded', { count: rest.length, figure: formatNumber(rest.length) })}
            </Notice>
          </div>
        ) : (
          <Columns actor={actor} editable={editable} />
        )}
        <Said actor={actor} />
        {cut > 0 && (
          <Notice tone="waiting" inset>
            {t('cut', { count: cut, figure: formatNumber(cut) })}
          </Notice>
        )}
        <div className="paste-counts">
          <FilterChips<Shown>
            label={t('filter.label')}
            value={shown}
            onChange={setWish}
            items={[
              { key: 'all', title: t('filter.all'), count: lines.length },
              { key: 'bad', title: t('filter.bad'), count: bad.length, look: 'bad' },
              { key: 'warned', title: t('filter.warned'), count: warned.length, look: 'waiting' },
            ]}
          />
        </div>
        <PasteTable
          lines={some[shown]}
          said={said}
          refused={refused}
          refusal={refusal}
          editable={editable}
          currencies={context.currencies}
          products={products}
          onFix={onFix}
        />
      </div>
      <div className="action-bar">
        {done ? (
          <Button
            // another button than the one that was pressed, with the focus which that one lost while it was busy
            key="rest"
            autoFocus
            intent="primary"
            text={t('fixRest')}
            onClick={() => actor.send({ type: 'rest.fix' })}
            data-testid="paste-fix-rest"
          />
        ) : failed ? (
          <Button
            key="retry"
            autoFocus
            intent="primary"
            text={t('common:retry')}
            onClick={() => actor.send({ type: 'add.retry' })}
            data-testid="paste-add-retry"
          />
        ) : asking ? (
          <Button
            // another button than the one before it, with the focus: what the server warns of is answered by a key too
            key="accept"
            autoFocus
            intent="primary"
            text={t('addAnyway', figures)}
            onClick={() => actor.send({ type: 'warnings.accept', key: newKey() })}
            data-testid="paste-accept"
          />
        ) : (
          <Button
            intent="primary"
            text={add}
            loading={busy}
            disabled={good.length === 0}
            // what was pasted is seen first, then one key adds it
            autoFocus
            aria-describedby={good.length === 0 ? why : undefined}
            onClick={() => actor.send({ type: 'lines.add', key: keyOf() })}
            data-testid="paste-add"
          />
        )}
        <Button
          text={t(done ? 'common:close' : 'common:back')}
          disabled={busy}
          onClick={close}
          data-testid="paste-close"
        />
        {good.length === 0 && !done && <Reason id={why}>{t('nothingGood')}</Reason>}
        {rest.length > 0 && !busy && (
          <span className="paste-rest">
            <CopyRest actor={actor} rest={rest} small />
          </span>
        )}
      </div>
    </>
  );
}

function Unrecognized({ actor }: { actor: PasteActor }) {
  const t = useText('pasteLines');
  const failure = useSelector(actor, ({ context }) => context.failure);
  return (
    <>
      <div className="paste-body" role="alert" data-testid="paste-unrecognized">
        <Notice tone="bad" inset>
          <b>{t('unrecognized')}</b> {failure?.message}
          {failure?.requestId != null && (
            <RequestId id={failure.requestId} labels={{ request: t('common:request'), copy: t('common:copy') }} />
          )}
        </Notice>
      </div>
      <div className="action-bar">
        <Button
          intent="primary"
          text={t('common:retry')}
          onClick={() => actor.send({ type: 'recognition.retry' })}
          data-testid="paste-retry"
        />
        <Button text={t('common:back')} onClick={() => actor.send({ type: 'paste.close' })} data-testid="paste-close" />
      </div>
    </>
  );
}

function Waiting({ actor }: { actor: PasteActor }) {
  const t = useText('pasteLines');
  return (
    <>
      <div className="paste-body" data-testid="paste-recognizing">
        <TopBar label={t('recognizing')} />
        <p className="muted">{t('recognizing')}</p>
        <SkeletonRows rows={8} />
      </div>
      <div className="action-bar">
        <Button text={t('common:back')} onClick={() => actor.send({ type: 'paste.close' })} data-testid="paste-close" />
      </div>
    </>
  );
}

/** The dialog; a list that was left with rows put right opens it anew. */
export function PasteDialog(props: PasteDialogProps) {
  const [{ turn, kept }, setOpened] = useState<{ turn: number; kept: KeptList | null }>({ turn: 0, kept: null });
  const [own] = useState(newKey);
  return (
    <List
      key={turn}
      {...props}
      kept={kept}
      visit={kept?.visit ?? own}
      onTake={(taken) => setOpened({ turn: turn + 1, kept: taken })}
    />
  );
}

interface ListProps extends PasteDialogProps {
  kept: KeptList | null;
  visit: string;
  onTake: (kept: KeptList) => void;
}

function List({ invoice, text, end, onClose, onAdded, kept, visit, onTake }: ListProps) {
  const t = useText('pasteLines');
  const [machine] = useState(() => machineFor(invoice, end));
  const input = kept === null ? { text } : { text: null, kept: kept.block };
  const actor = useActorRef(machine, { input, inspect });
  const left = useLeftList(actor, { invoiceId: invoice.id, visit, onTake });
  // what was sent without an answer goes again under the key it had: the server does not add it twice
  const firstKey = useRef(kept?.key ?? '');
  const keyOf = () => {
    const key = firstKey.current || newKey();
    firstKey.current = '';
    return key;
  };
  const latest = useRef({ onClose, onAdded });
  useEffect(() => {
    latest.current = { onClose, onAdded };
  });
  useEffect(() => {
    const ears = [
      actor.on('lines.added', ({ answer }) => latest.current.onAdded(answer)),
      actor.on('paste.closed', () => latest.current.onClose()),
    ];
    actor.send({ type: 'paste.open' });
    return () => {
      for (const ear of ears) ear.unsubscribe();
    };
  }, [actor]);
  const entering = useSelector(actor, (snapshot) => snapshot.hasTag('entering'));
  const shown = useSelector(actor, (snapshot) => snapshot.hasTag('shown'));
  const unrecognized = useSelector(actor, (snapshot) => snapshot.matches('unrecognized'));
  const held = useSelector(actor, (snapshot) => !snapshot.can({ type: 'paste.close' }));
  return (
    <Dialog
      isOpen
      title={t('title')}
      className="paste"
      onClose={() => actor.send({ type: 'paste.close' })}
      canEscapeKeyClose={!held}
      canOutsideClickClose={false}
      isCloseButtonShown={!held}
    >
      <LeftOffer
        draft={left}
        // the list itself is one of them
        counted={(rows) => t('left', { figure: formatNumber(rows - 1) })}
      />
      {entering ? (
        <Entry actor={actor} />
      ) : shown ? (
        <Preview actor={actor} organizationId={invoice.organization_id} keyOf={keyOf} />
      ) : unrecognized ? (
        <Unrecognized actor={actor} />
      ) : (
        <Waiting actor={actor} />
      )}
    </Dialog>
  );
}
