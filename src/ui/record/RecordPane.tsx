/** The side pane of a directory, drawn once for all of them: tabs, form, server errors, questions. */
import { Button, Tab, Tabs } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback, useId, useState } from 'react';
import type { Fields } from '../../../machines/recordPane/merge.ts';
import type { RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { newKey } from '../../api/client.ts';
import { useNews } from '../../api/news.ts';
import { useText } from '../../i18n/index.ts';
import { AskDialog } from '../AskDialog.tsx';
import { Failed } from '../Failed.tsx';
import { Form, SaveBar } from '../form/Form.tsx';
import type { FormOptions, Form as FormState } from '../form/useForm.ts';
import { Pane } from '../layout.tsx';
import { SkeletonRows } from '../loading.tsx';
import { Reason } from '../Notice.tsx';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { StateChip } from '../StateChip.tsx';
import { RecordConflict } from './RecordConflict.tsx';
import { RecordHistory } from './RecordHistory.tsx';
import { usePaneForm, useReadRecord } from './usePaneForm.ts';
import { type PaneActor, type PaneOf, viewOf, type WireRecord } from './useRecordPane.ts';
import type { RecordWords } from './words.ts';
import './record.css';

export interface RecordTab {
  key: string;
  title: string;
  content: (id: number) => ReactNode;
}

export interface RecordPaneProps<Row extends WireRecord, Values extends Fields> {
  pane: PaneOf<Row, Values>;
  actor: PaneActor;
  words: RecordWords;
  title: (values: Values) => string;
  rules: FormOptions<Values>['rules'];
  names?: FormOptions<Values>['names'];
  unkept?: FormOptions<Values>['unkept'];
  fields: (form: FormState<Values>, record: RecordView | null, errors: Readonly<Record<string, string[]>>) => ReactNode;
  /** between the data and the history */
  tabs?: readonly RecordTab[];
  /** Its records come with the release: none is archived. */
  fixed?: boolean;
  /** In place of archive and restore: the steps of a chart of its own. */
  chart?: PaneChart;
  /** Leads from the history of a record to its steps on the chart. */
  replay?: (id: number) => ReactNode;
}

/** A record with a chart of its own, as the pane shows it. */
export interface PaneChart {
  /** Its state, in the pane's head. */
  state: (record: RecordView) => ReactNode;
  /** Its steps, in their order: the verb with the words of its button. */
  steps: readonly { verb: string; text: string }[];
  /** Asks before one is taken. */
  question: (verb: string, record: RecordView, name: string) => ReactNode;
  /** What the server has told only now. */
  once: (told: Fields) => ReactNode;
}

export function RecordPane<Row extends WireRecord, Values extends Fields>(props: RecordPaneProps<Row, Values>) {
  const { actor, pane } = props;
  const place = useSelector(actor, ({ context }) => context.place);
  const visit = useSelector(actor, ({ context }) => context.visit);
  const reading = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'reading' }));
  if (place === null) return null;
  const id = place === 'new' ? null : place.id;
  return (
    <>
      {id !== null && <Reader key={`read-${visit}`} id={id} actor={actor} pane={pane} reading={reading} />}
      {!reading && <OpenPane key={visit} {...props} />}
    </>
  );
}

/** Reads the record for the machine; draws while there is nothing yet. */
function Reader<Row extends WireRecord, Values extends Fields>({
  id,
  actor,
  pane: { directory },
  reading,
}: {
  id: number;
  actor: PaneActor;
  pane: PaneOf<Row, Values>;
  reading: boolean;
}) {
  const t = useText('records');
  const found = directory.useShow(id);
  useNews(found.refetch);
  const row = found.data?.data;
  useReadRecord(
    actor,
    row,
    useCallback((one: Row) => viewOf(directory, one), [directory]),
  );
  if (!reading) return null;
  return (
    <Pane title={t('reading')} onClose={() => actor.send({ type: 'pane.close' })} closeLabel={t('common:close')}>
      {found.error ? (
        <Failed title={t('failed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <SkeletonRows rows={8} columns={[1]} />
      )}
    </Pane>
  );
}

const DATA = 'data';
const HISTORY = 'history';

function OpenPane<Row extends WireRecord, Values extends Fields>(props: RecordPaneProps<Row, Values>) {
  const { actor, pane, words, title, rules, names, unkept, fields, tabs = [], fixed = false, chart, replay } = props;
  const t = useText('records');
  const reasonId = useId();
  const [tab, setTab] = useState(DATA);
  const { record, refusal, command, dirty, busy, rejected, allowed, writable, initial, form, retry } =
    usePaneForm<Values>(actor, {
      form: pane.directory.form,
      empty: pane.directory.empty,
      rules,
      names,
      unkept,
    });
  const errors = rejected ? (refusal?.errors ?? {}) : {};

  const inUse = typeof record?.facts.in_use === 'string' ? record.facts.in_use : null;
  const archived = chart === undefined && record?.facts.active === false;
  const close = () => actor.send({ type: 'pane.close' });
  const ask = (asked: string) => actor.send({ type: 'command.ask', command: asked });
  const refused = (record?.facts.refused ?? {}) as Readonly<Record<string, string>>;
  // what the chart does not know in this state has no button; what a fact or a right forbids says why
  const steps = (chart?.steps ?? []).filter(({ verb }) => allowed.includes(`record.${verb}`) || verb in refused);
  const shut = steps.filter(({ verb }) => verb in refused);
  const reasons = [...new Set(shut.map(({ verb }) => refused[verb] as string))];
  const stepButtons = steps.map(({ verb, text }) => (
    <Button
      key={verb}
      variant={writable ? 'minimal' : 'outlined'}
      text={text}
      disabled={busy || dirty || verb in refused}
      aria-describedby={verb in refused ? `${reasonId}-${reasons.indexOf(refused[verb] as string)}` : undefined}
      onClick={() => ask(verb)}
      data-testid={`record-${verb}`}
    />
  ));
  const mayRestore = allowed.includes('record.restore');
  const reason =
    writable && record !== null && (chart ? steps.length > 0 : !fixed)
      ? (inUse ?? (dirty ? t(chart ? 'saveBefore' : 'saveFirst') : null))
      : null;
  const archiveButton = record !== null && writable && !fixed && chart === undefined && (
    <Button
      variant="minimal"
      text={t('archive')}
      disabled={busy || dirty || !allowed.includes('record.archive')}
      aria-describedby={reason === null ? undefined : reasonId}
      onClick={() => ask('archive')}
      data-testid="record-archive"
    />
  );
  const foot =
    tab !== DATA ? undefined : writable ? (
      <SaveBar
        form={form}
        save={record === null ? words.create : t('save')}
        onCancel={busy ? undefined : close}
        testId="record-save"
      >
        {archiveButton}
        {stepButtons}
      </SaveBar>
    ) : stepButtons.length > 0 ? (
      stepButtons
    ) : mayRestore ? (
      <Button text={t('restore')} loading={busy} onClick={() => ask('restore')} data-testid="record-restore" />
    ) : undefined;

  const notice = rejected && refusal !== null && (form.errorCount === 0 || command !== 'save');
  const data = (
    <div hidden={tab !== DATA}>
      {notice && (
        <RefusalNotice refusal={refusal} inset onRetry={retry} onClose={() => actor.send({ type: 'command.drop' })} />
      )}
      {form.otherErrors.length > 0 && !notice && <p className="field-help error">{form.otherErrors[0]}</p>}
      <Form form={form} label={record === null ? words.newTitle : title(initial)}>
        {fields(form, record, errors)}
      </Form>
      {reason !== null && <Reason id={reasonId}>{reason}</Reason>}
      {reasons.map((one, at) => (
        <Reason key={one} id={`${reasonId}-${at}`}>
          {shut.flatMap(({ verb, text }) => (refused[verb] === one ? [text] : [])).join(', ')}: {one}
        </Reason>
      ))}
    </div>
  );
  return (
    <Pane
      title={record === null ? words.newTitle : title(initial)}
      onClose={busy ? undefined : close}
      closeLabel={t('common:close')}
      {...(foot !== undefined && { foot })}
    >
      {record === null ? (
        data
      ) : (
        <>
          {chart && <p className="record-state">{chart.state(record)}</p>}
          {chart && record.facts.once !== undefined && chart.once(record.facts.once as Fields)}
          {archived && (
            <p className="record-state">
              <StateChip look="off">{t('archived')}</StateChip>
            </p>
          )}
          <Tabs id="record-tabs" selectedTabId={tab} onChange={(key) => setTab(String(key))}>
            {/* the form stays while another tab is looked at: what was typed is kept */}
            <Tab id={DATA} title={t('tabs.data')} panelClassName="record-part" panel={data} />
            {tabs.map((one) => (
              <Tab
                key={one.key}
                id={one.key}
                title={one.title}
                panelClassName="record-part"
                panel={<div>{tab === one.key && one.content(record.id)}</div>}
              />
            ))}
            <Tab
              id={HISTORY}
              title={t('tabs.history')}
              panelClassName="record-part"
              panel={
                <div>
                  {tab === HISTORY && (
                    <>
                      {replay?.(record.id)}
                      <RecordHistory history={pane.directory.useHistory} id={record.id} words={words} />
                    </>
                  )}
                </div>
              }
            />
          </Tabs>
        </>
      )}
      {chart ? (
        <StepAsked actor={actor} chart={chart} name={title(initial)} />
      ) : (
        <CommandQuestion actor={actor} words={words} name={title(initial)} />
      )}
      <LeaveQuestion actor={actor} onDrop={form.draft.drop} />
      <RecordConflict actor={actor} words={words} name={title(initial)} />
    </Pane>
  );
}

/** Before a step of a chart. */
export function StepAsked({ actor, chart, name }: { actor: PaneActor; chart: PaneChart; name: string }) {
  const asking = useSelector(actor, (snapshot) => snapshot.matches('asking'));
  const command = useSelector(actor, ({ context }) => context.command);
  const record = useSelector(actor, ({ context }) => context.record);
  return asking && record !== null ? chart.question(command, record, name) : null;
}

/** Before a record is archived or brought back. */
function CommandQuestion({ actor, words, name }: { actor: PaneActor; words: RecordWords; name: string }) {
  const t = useText('records');
  const asking = useSelector(actor, (snapshot) => snapshot.matches('asking'));
  const command = useSelector(actor, ({ context }) => context.command);
  if (!asking || (command !== 'archive' && command !== 'restore')) return null;
  const drop = () => actor.send({ type: 'command.drop' });
  return (
    <AskDialog
      title={t(`ask.${command}`, { name })}
      onClose={drop}
      foot={
        <>
          <Button
            intent="primary"
            text={t(command)}
            onClick={() => actor.send({ type: 'command.confirm', key: newKey() })}
            data-testid="record-confirm"
          />
          <Button text={t('common:back')} onClick={drop} />
        </>
      }
    >
      <p className="muted">{command === 'archive' ? words.archiveText : words.restoreText}</p>
    </AskDialog>
  );
}

/** Something is typed and another row, the cross or Esc was pressed. */
export function LeaveQuestion({ actor, onDrop }: { actor: PaneActor; onDrop: () => void }) {
  const t = useText('records');
  const leaving = useSelector(actor, (snapshot) => snapshot.matches('leaving'));
  if (!leaving) return null;
  const stay = () => actor.send({ type: 'leave.stay' });
  const drop = () => {
    onDrop();
    actor.send({ type: 'leave.drop' });
  };
  return (
    <AskDialog
      title={t('leave.title')}
      onClose={stay}
      foot={
        <>
          <Button intent="primary" text={t('leave.stay')} onClick={stay} data-testid="record-stay" />
          <Button text={t('leave.drop')} onClick={drop} data-testid="record-drop" />
        </>
      }
    >
      <p className="muted">{t('leave.text')}</p>
    </AskDialog>
  );
}
