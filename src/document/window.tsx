/** The window of a declared document: its head, its way through the chart, form and lines, and beside them what hangs on it. */
import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type ComponentType, type ReactNode, useCallback, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { statesOf } from '../../contract/directory/chart.ts';
import { type AnyDirectory, ruleFor } from '../../contract/directory/directory.ts';
import type { Attached } from '../../contract/document/attached.ts';
import { isReplayed } from '../../contract/workflows.ts';
import type { Fields as FormValues } from '../../machines/recordPane/merge.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { useAddress } from '../app/address.ts';
import { usePageTitle } from '../app/pageTitle.ts';
import { useAllows } from '../app/session.ts';
import { usePrintKey } from '../app/usePrintKey.ts';
import type { DirectoryPane } from '../directory/pane.tsx';
import { useStates } from '../directory/pane.tsx';
import { usePageName } from '../directory/words.ts';
import { formatDate, formatDateTime } from '../format/dates.ts';
import { type Text, useText } from '../i18n/index.ts';
import { usePaper } from '../ui/document/usePaper.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Form, SaveBar } from '../ui/form/Form.tsx';
import { SkeletonRows } from '../ui/loading.tsx';
import type { Look } from '../ui/look.ts';
import { Reason } from '../ui/Notice.tsx';
import { Rail } from '../ui/Rail.tsx';
import { RefusalNotice } from '../ui/RefusalNotice.tsx';
import { RecordConflict } from '../ui/record/RecordConflict.tsx';
import { RecordHistory } from '../ui/record/RecordHistory.tsx';
import { LeaveQuestion, StepAsked } from '../ui/record/RecordPane.tsx';
import { usePaneForm, useReadRecord } from '../ui/record/usePaneForm.ts';
import { type PaneActor, useRecordPane, viewOf, type WireRecord } from '../ui/record/useRecordPane.ts';
import { StepBar } from '../ui/StepBar.tsx';
import { Way, WayButton } from '../ui/way/Way.tsx';
import { ReadFields } from './ReadFields.tsx';
import { Replay } from './Replay.tsx';
import { Side } from './Side.tsx';
import '../ui/document/document.css';
import './window.css';

/** What a window has beyond the frame. `t` are the texts of the document. */
export interface WindowHooks {
  /** Below the head: figures, a schedule, a table of its own. */
  readonly parts?: (record: RecordView, t: Text) => ReactNode;
  /** Buttons beside those of the steps. */
  readonly windowActs?: (record: RecordView, t: Text) => ReactNode;
  /** The paper in place of the usual one: its fields, its lines and room for signatures. */
  readonly paper?: (record: RecordView, t: Text) => ReactNode;
  /** It is printed by a button among `windowActs`, and not by the usual one. */
  readonly printsItself?: true;
}

/** States of the main path: those that call a document off, or refuse it, are beside it. */
const mainPath = ({ spec: { chart } }: AnyDirectory): string[] =>
  chart ? statesOf(chart).filter((state) => !['off', 'bad'].includes(chart.states[state] as string)) : [];

export function documentWindow(kit: DirectoryPane, hooks: WindowHooks): ComponentType<{ id: number }> {
  const { directory, calls } = kit;

  return function DocumentWindow({ id }) {
    const t = useText('document');
    const name = usePageName();
    const list = useListPath();
    const actor = useRecordPane(kit);
    useEffect(() => actor.send({ type: 'pane.open', place: { id } }), [actor, id]);
    const found = calls.directory.useShow(id);
    const row = found.data?.data;
    useReadRecord(
      actor,
      row,
      useCallback((one: WireRecord) => viewOf(calls.directory, one), []),
    );
    const record = useSelector(actor, ({ context }) => context.record);
    const { Chip } = useStates(directory);
    const status = record?.facts.status as string | undefined;
    const path = mainPath(directory);
    usePageTitle(record ? numberOf(record) : name, {
      crumbs: [{ title: name, path: list }],
      ...(record && {
        chip: (
          <span className="rail-chip">
            <Chip status={status} />
            <Rail
              steps={path.map((state) => directory.spec.chart?.states[state] as Look)}
              at={path.indexOf(status ?? '')}
            />
          </span>
        ),
      }),
    });
    if (found.error && record === null)
      return found.error.status === 404 ? (
        <Empty kind="notFound" title={t('missing')} text={t('missingText')}>
          <Link href={list}>{t('toList')}</Link>
        </Empty>
      ) : (
        <Failed title={t('failed')} error={found.error} onRetry={() => void found.refetch()} />
      );
    if (record === null) return <SkeletonRows rows={12} columns={[3, 1]} />;
    return <Opened {...{ kit, hooks, actor, record }} />;
  };
}

export const numberOf = ({ id, facts }: RecordView): string => (facts.number as string | null) ?? `#${id}`;

/** The list as it was left: the address without the document. */
function useListPath(): string {
  const [path] = useLocation();
  const [params] = useAddress();
  const rest = new URLSearchParams(params);
  rest.delete('row');
  const query = rest.toString();
  return query === '' ? path : `${path}?${query}`;
}

interface OpenedProps {
  kit: DirectoryPane;
  hooks: WindowHooks;
  actor: PaneActor;
  record: RecordView;
}

function Opened({ kit, hooks, actor, record }: OpenedProps) {
  const { directory, calls } = kit;
  const t = useText('document');
  const parts = kit.useParts(actor);
  const { own, words, chart } = parts;
  const { refusal, command, dirty, busy, rejected, allowed, writable, form, retry } = usePaneForm<FormValues>(actor, {
    form: calls.directory.form,
    empty: calls.directory.empty,
    rules: parts.rules,
    names: parts.names,
    unkept: parts.unkept,
  });
  const title = numberOf(record);
  const refused = (record.facts.refused ?? {}) as Readonly<Record<string, string>>;
  const steps = (chart?.steps ?? []).filter(({ verb }) => allowed.includes(`record.${verb}`) || verb in refused);
  const shut = steps.filter(({ verb }) => verb in refused);
  const notice = rejected && refusal !== null && (form.errorCount === 0 || command !== 'save');
  const mayPrint = useAllows(
    directory.spec.document?.print ? `${directory.spec.rule}.print` : ruleFor(directory, 'show'),
  );
  const mayWrite = useAllows(`${ruleFor(directory, 'add')}|${ruleFor(directory, 'edit')}`);
  const machine = directory.spec.chart?.machine ?? '';
  const { print, sheet } = usePaper('prints-document', t('print.failed'));
  const prints = mayPrint && !hooks.printsItself;
  const printPaper = () =>
    void print(async () => {
      const { Paper } = await import('./Paper.tsx');
      return <Paper {...{ directory, record, own, words, content: hooks.paper?.(record, own) }} />;
    });
  usePrintKey(prints && !dirty ? printPaper : null);

  return (
    <div className="sheet-body document-body" data-testid="document">
      <div className="sheet-main">
        {notice && (
          <RefusalNotice refusal={refusal} onRetry={retry} onClose={() => actor.send({ type: 'command.drop' })} />
        )}
        <header className="document-head">
          <HeadWords record={record} />
          <div className="row wrap document-actions">
            {steps.map(({ verb, text }, at) => (
              <Button
                key={verb}
                {...(at === 0 && !(verb in refused) && { intent: 'primary' as const })}
                text={text}
                disabled={busy || dirty || verb in refused}
                aria-describedby={verb in refused ? `why-${verb}` : undefined}
                onClick={() => actor.send({ type: 'command.ask', command: verb })}
                data-testid={`record-${verb}`}
              />
            ))}
            {hooks.windowActs?.(record, own)}
            <WayButton />
            {prints && (
              <Button
                icon={<PrintIcon size={14} />}
                aria-label={t('print.button')}
                title={t('print.button')}
                disabled={dirty}
                onClick={printPaper}
                data-testid="document-print"
              />
            )}
          </div>
        </header>
        <Passed {...{ directory, record }} history={calls.directory.useHistory} />
        {(dirty || shut.length > 0) && (
          <div className="document-reasons">
            {dirty && steps.length > 0 && <Reason>{t('records:saveBefore')}</Reason>}
            {shut.map(({ verb, text }) => (
              <Reason key={verb} id={`why-${verb}`}>
                {text}: {refused[verb]}
              </Reason>
            ))}
          </div>
        )}
        {hooks.parts && <div className="document-parts">{hooks.parts(record, own)}</div>}
        <ReadFields {...{ directory, record, own, words }} which={writable ? 'given' : 'all'} />
        {writable && (
          <section className="document-form" aria-label={t('form')}>
            <Form form={form} label={title}>
              {parts.fields(form, record, rejected ? (refusal?.errors ?? {}) : {})}
            </Form>
            {form.otherErrors.length > 0 && !notice && <p className="field-help error">{form.otherErrors[0]}</p>}
            {dirty && (
              <div className="action-bar">
                <SaveBar form={form} save={t('records:save')} testId="record-save" />
              </div>
            )}
          </section>
        )}
      </div>
      <Side
        name={directory.spec.name}
        attached={directory.attached as unknown as Attached}
        id={record.id}
        mayWrite={mayWrite}
        history={
          <>
            {isReplayed(machine) && <Replay machine={machine} id={record.id} />}
            <RecordHistory history={calls.directory.useHistory} id={record.id} words={words} />
          </>
        }
      />
      <Way machine={machine} id={record.id} read={`${record.version} ${String(record.facts.status)}`} />
      {chart && <StepAsked actor={actor} chart={chart} name={title} />}
      <LeaveQuestion actor={actor} onDrop={form.draft.drop} />
      <RecordConflict actor={actor} words={words} name={title} />
      {sheet}
    </div>
  );
}

/** Whose it is: branch, who wrote it and who goes on with it, its practice day. */
function HeadWords({ record: { facts } }: Pick<OpenedProps, 'record'>) {
  const t = useText('document');
  const { organization, author, owner, created_at, practice_day } = facts as unknown as {
    organization: { title: string };
    author: { id: number; fullname: string };
    owner: { id: number; fullname: string };
    created_at: string;
    practice_day: string | null;
  };
  return (
    <div className="document-words">
      <b>{organization.title}</b>
      <span>
        <span className="muted">{t('author')}</span> {author.fullname},{' '}
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </span>
      {owner.id !== author.id && (
        <span>
          <span className="muted">{t('owner')}</span> {owner.fullname}
        </span>
      )}
      {practice_day !== null && (
        <span>
          <span className="muted">{t('day')}</span> {formatDate(practice_day)}
        </span>
      )}
    </div>
  );
}

interface PassedProps extends Pick<OpenedProps, 'record'> {
  directory: AnyDirectory;
  history: DirectoryPane['calls']['directory']['useHistory'];
}

/** The main path of the chart, with the time at which each state was reached last. */
export function Passed({ directory, record, history: useHistory }: PassedProps) {
  const t = useText('document');
  const { wordsOfState } = useStates(directory);
  const { data, refetch } = useHistory(record.id);
  // a step of the server comes with the record alone
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version has a line of its own
  useEffect(() => void refetch({ cancelRefetch: false }), [refetch, record.version]);
  const lines = data?.data ?? [];
  const status = record.facts.status as string;
  const path = mainPath(directory);
  const looks = directory.spec.chart?.states ?? {};
  const reached = (state: string) =>
    lines.find(({ before, after }) => after.status === state && before.status !== state)?.at;
  // of a document that was called off: the last state of the path that it was in
  const left = lines.find(({ before }) => path.includes(String(before.status)))?.before.status;
  const at = path.indexOf(path.includes(status) ? status : String(left ?? path[0]));
  return (
    <StepBar
      label={t('way')}
      at={at}
      steps={path.map((state, index) => {
        const shown = index === at ? status : state;
        const time = index <= at ? reached(shown) : undefined;
        return {
          key: state,
          title: wordsOfState(shown),
          note: time && formatDateTime(time),
          look: looks[shown] as Look,
        };
      })}
    />
  );
}
