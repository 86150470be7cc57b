/** One entry beside the list: written while it is the own draft, else read, with what may be done with it. */
import { Button, Tab, Tabs } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import {
  type BlackListEntry,
  blackListHistory,
  blackListReveal,
  blackListShow,
  MAX_DOCUMENTS,
} from '../../../contract/blackList.ts';
import { isPinfl } from '../../../contract/checkDigits.ts';
import { DOCUMENT, plainNumber } from '../../../contract/persons.ts';
import type { Json } from '../../../machines/recordPane/merge.ts';
import { messageOf, request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { AreaField, ChoiceField, DateField, PersonalField, TextField } from '../../ui/form/fields.tsx';
import { maxLength, type Rule, required } from '../../ui/form/rules.ts';
import { Pane } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Reason } from '../../ui/Notice.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { RecordConflict } from '../../ui/record/RecordConflict.tsx';
import { RecordHistory } from '../../ui/record/RecordHistory.tsx';
import { LeaveQuestion } from '../../ui/record/RecordPane.tsx';
import { usePaneForm, useReadRecord } from '../../ui/record/usePaneForm.ts';
import { FRESH, type PaneActor } from '../../ui/record/useRecordPane.ts';
import type { ValueWords } from '../../ui/record/words.ts';
import { COMMANDS, CommandDialog, type EntryCommand } from './Actions.tsx';
import { EntryChip } from './EntryChip.tsx';
import { documentsIn, type EntryFields, emptyEntry, entryView, reasons } from './entries.ts';
import './blackList.css';

export function EntryPane({ actor }: { actor: PaneActor }) {
  const place = useSelector(actor, ({ context }) => context.place);
  const visit = useSelector(actor, ({ context }) => context.visit);
  if (place === null) return null;
  if (place === 'new') return <OpenEntry key={visit} actor={actor} entry={null} />;
  return <ReadEntry key={visit} actor={actor} id={place.id} />;
}

function ReadEntry({ actor, id }: { actor: PaneActor; id: number }) {
  const t = useText('blackList');
  const reading = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'reading' }));
  const read = useCall(blackListShow, { params: { id } }, FRESH);
  const entry = read.data?.data;
  useReadRecord(actor, entry, entryView);
  if (entry !== undefined && !reading) return <OpenEntry actor={actor} entry={entry} />;
  return (
    <Pane title={t('pane.title')} onClose={() => actor.send({ type: 'pane.close' })} closeLabel={t('common:close')}>
      {read.error ? (
        <Failed title={t('pane.failed')} error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={7} columns={[1]} />
      )}
    </Pane>
  );
}

const DATA = 'data';
const HISTORY = 'history';

function OpenEntry({ actor, entry }: { actor: PaneActor; entry: BlackListEntry | null }) {
  const t = useText('blackList');
  const tr = useText('records');
  const td = useText('directory');
  const reasonId = useId();
  const [empty] = useState(() => emptyEntry(Date.now()));
  const [tab, setTab] = useState(DATA);
  const [asked, setAsked] = useState<EntryCommand | null>(null);
  const paneForm = usePaneForm<EntryFields>(actor, {
    form: 'blackList',
    empty,
    rules: rulesOf(t, td),
    names: { reason: 'reason_id' },
  });
  const { record, refusal, dirty, busy, rejected, allowed, writable, form, retry } = paneForm;
  const close = () => actor.send({ type: 'pane.close' });
  const title = entry === null ? t('newTitle') : entry.fullname;
  const missing = entry === null || entry.gaps.length === 0 ? null : t(`missing.${entry.gaps[0]}`);
  const reason = record === null || !writable ? null : dirty ? t('saveFirst') : missing;
  // what cannot be sent yet stays in sight, with its reason
  const shown = COMMANDS.filter((one) => allowed.includes(`record.${one}`) || (one === 'send' && writable));
  const buttons =
    record !== null &&
    shown.map((one) => (
      <Button
        key={one}
        intent={one === 'approve' ? 'primary' : 'none'}
        variant={one === 'cancel' ? 'minimal' : 'solid'}
        text={t(`actions.${one}`)}
        disabled={busy || dirty || !allowed.includes(`record.${one}`)}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => setAsked(one)}
        data-testid={`black-list-${one}`}
      />
    ));
  const foot =
    tab !== DATA ? undefined : writable ? (
      <>
        <SaveBar
          form={form}
          save={record === null ? t('create') : tr('save')}
          onCancel={busy || record !== null ? undefined : close}
          testId="record-save"
        />
        {buttons}
      </>
    ) : (
      shown.length > 0 && buttons
    );
  const notice = rejected && refusal !== null && form.errorCount === 0;
  const data = (
    <div hidden={tab !== DATA}>
      {entry !== null && (
        <p className="black-list-state">
          <EntryChip status={entry.status} />
          {entry.status === 'approved' && (
            <span className="muted">{t(entry.in_force ? 'pane.inForce' : 'pane.notInForce')}</span>
          )}
        </p>
      )}
      {entry?.decision && <Reason>{t('pane.decision', { reason: entry.decision })}</Reason>}
      {notice && (
        <RefusalNotice refusal={refusal} inset onRetry={retry} onClose={() => actor.send({ type: 'command.drop' })} />
      )}
      {form.otherErrors.length > 0 && !notice && <p className="field-help error">{form.otherErrors[0]}</p>}
      {writable ? (
        <Form form={form} label={title}>
          <TextField label={t('fullname')} maxLength={200} autoFocus={record === null} {...form.field('fullname')} />
          <PersonalField label={t('pinfl')} inputMode="numeric" maxLength={20} {...form.field('pinfl')} />
          <PersonalField label={t('documents')} help={t('documentsHelp')} maxLength={80} {...form.field('documents')} />
          <ChoiceField
            label={t('reason')}
            of={reasons}
            empty={t('chooseReason')}
            {...form.field('reason')}
            onChange={(option) => form.set('reason', option && { id: option.id, title: option.title })}
          />
          <AreaField label={t('comment')} maxLength={1000} {...form.field('comment')} />
          <div className="pair">
            <DateField label={t('from')} {...form.field('from')} />
            <DateField label={t('to')} optional {...form.field('to')} />
          </div>
        </Form>
      ) : (
        entry !== null && <EntryFacts entry={entry} />
      )}
      {reason !== null && <Reason id={reasonId}>{reason}</Reason>}
    </div>
  );
  return (
    <Pane
      title={title}
      onClose={busy ? undefined : close}
      closeLabel={t('common:close')}
      {...(foot !== undefined && foot !== false && { foot })}
    >
      <div data-testid="black-list-pane" data-status={entry?.status ?? 'new'}>
        {entry === null ? (
          data
        ) : (
          <Tabs id="black-list-tabs" selectedTabId={tab} onChange={(key) => setTab(String(key))}>
            <Tab id={DATA} title={tr('tabs.data')} panelClassName="record-part" panel={data} />
            <Tab
              id={HISTORY}
              title={tr('tabs.history')}
              panelClassName="record-part"
              panel={
                <div>{tab === HISTORY && <RecordHistory history={useHistory} id={entry.id} words={wordsOf(t)} />}</div>
              }
            />
          </Tabs>
        )}
      </div>
      {asked !== null && entry !== null && (
        <CommandDialog command={asked} entry={entry} onClose={() => setAsked(null)} />
      )}
      <LeaveQuestion actor={actor} onDrop={form.draft.drop} />
      <RecordConflict actor={actor} words={wordsOf(t)} name={title} />
    </Pane>
  );
}

const useHistory = (id: number) => useCall(blackListHistory, { params: { id } }, FRESH);

/** Numbers are asked for apart, and who asks is logged. */
function EntryFacts({ entry }: { entry: BlackListEntry }) {
  const t = useText('blackList');
  const [numbers, setNumbers] = useState<Pick<BlackListEntry, 'pinfl' | 'documents'>>(entry);
  const [failed, setFailed] = useState<string>();
  async function reveal(): Promise<void> {
    try {
      setNumbers((await request(blackListReveal, { params: { id: entry.id } })).data);
    } catch (error) {
      setFailed(messageOf(error));
    }
  }
  return (
    <>
      <dl className="facts">
        <dt>{t('pinfl')}</dt>
        <dd className="code">{numbers.pinfl ?? '—'}</dd>
        <dt>{t('documents')}</dt>
        <dd className="code">{numbers.documents.join(', ') || '—'}</dd>
        <dt>{t('reason')}</dt>
        <dd>{entry.reason?.title ?? '—'}</dd>
        <dt>{t('comment')}</dt>
        <dd>{entry.comment ?? '—'}</dd>
        <dt>{t('period')}</dt>
        <dd className="num">
          {formatDate(entry.from)} – {entry.to === null ? t('open') : formatDate(entry.to)}
        </dd>
        <dt>{t('author')}</dt>
        <dd>
          {entry.created_by.fullname}, <span className="num">{formatDateTime(entry.created_at)}</span>
        </dd>
      </dl>
      {entry.reveals && numbers === entry && (
        <div className="black-list-reveal">
          <Button text={t('reveal')} onClick={() => void reveal()} data-testid="black-list-reveal" />
          <p className="field-help">{t('revealHelp')}</p>
        </div>
      )}
      {failed !== undefined && <p className="field-help error">{failed}</p>}
    </>
  );
}

/** @param td words of the directories, whose fields for numbers say the same */
function rulesOf(t: Text, td: Text) {
  const pinfl: Rule<string> = (value) =>
    value.trim() === '' || isPinfl(plainNumber(value)) ? null : { words: td('pinflWrong') };
  const documents: Rule<string> = (value) => {
    const written = documentsIn(value);
    if (written.some((one) => !DOCUMENT.test(one))) return { words: td('documentWrong') };
    if (written.length > MAX_DOCUMENTS) return { words: t('documentsMany', { max: MAX_DOCUMENTS }) };
    return new Set(written).size < written.length ? { words: t('documentTwice') } : null;
  };
  const notTurned: Rule<string | null, EntryFields> = (value, { from }) =>
    value !== null && from !== null && value < from ? { words: t('turned') } : null;
  return { fullname: [required, maxLength(200)], pinfl, documents, from: required, to: notTurned };
}

const wordsOf = (t: Text): ValueWords => ({
  fields: Object.fromEntries(
    (['fullname', 'pinfl', 'documents', 'reason', 'comment', 'from', 'to'] as const).map((name) => [name, t(name)]),
  ),
  value: (field: string, value: Json) =>
    (field === 'from' || field === 'to') && typeof value === 'string' ? formatDate(value) : undefined,
});
