/** What waits for the person (areas 4.2): home shows it beside the history, the dashboard in widgets. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Duty, type DutyKind, type MyDay, myDay } from '../../../contract/day.ts';
import { type ApiError, messageOf } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { testPath } from '../../app/testPath.ts';
import { formatDateTime } from '../../format/dates.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import './duties.css';

/** By what an act is moved on from a state that waits for somebody. */
const COMMANDS: Readonly<Record<string, string>> = {
  assigned: 'start',
  counting: 'goOn',
  created: 'residues_load',
  counted: 'act_complete',
  completed: 'act_form',
  sent: 'confirm',
  draft: 'send',
  answering: 'testGoOn',
  hourly: 'test',
  new: 'test',
};

function dutyPath(kind: DutyKind, { id, counter_id }: Duty): string {
  if (kind === 'test') return testPath(id);
  if (kind === 'confirm' || kind === 'send') return pathOf('invoice', { id });
  return counter_id === null ? pathOf('act', { actId: id }) : pathOf('counter', { actId: id, counterId: counter_id });
}

/** The list that shows all duties of a kind. */
export function listOf(kind: DutyKind): string {
  if (kind === 'test') return pathOf('testQuestions');
  if (kind === 'confirm') return withQuery(pathOf('invoices'), { status: 'sent' });
  if (kind === 'send') return withQuery(pathOf('invoices'), { status: 'draft' });
  return pathOf('acts');
}

const nameOf = (t: Text, kind: DutyKind, { name }: Duty): string =>
  kind === 'test' ? name : t(kind === 'confirm' || kind === 'send' ? 'invoice' : 'act', { number: name });

/** One row for each: where it leads, of whom it is, what is to be done. */
export function DutyRows({ kind, duties }: { kind: DutyKind; duties: readonly Duty[] }) {
  const t = useText('home');
  return duties.map((duty) => (
    <li key={`${kind} ${duty.id} ${duty.counter_id}`}>
      <Link href={dutyPath(kind, duty)}>{nameOf(t, kind, duty)}</Link>
      <span className="muted cut">
        {duty.place !== null && `${duty.place}, `}
        {formatDateTime(duty.at)}
      </span>
      <Link href={dutyPath(kind, duty)} className="act-of">
        {t(`actions.${COMMANDS[duty.status]}`)} →
      </Link>
    </li>
  ));
}

/** In the place of what waits, when it could not be read. */
export function DayFailed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useText('home');
  return (
    <Empty
      kind="failed"
      title={t('failed')}
      text={messageOf(error)}
      requestId={error.requestId}
      requestLabels={{ request: t('common:request'), copy: t('common:copy') }}
    >
      <button type="button" className="bp6-button" onClick={onRetry}>
        {t('common:retry')}
      </button>
    </Empty>
  );
}

/** The person's day once it is read; meanwhile, and when it fails, what is shown instead. */
export function OwnDay({ children }: { children: (day: MyDay) => ReactNode }) {
  const { data, isError, error, refetch } = useCall(myDay, {}, { select: (answer) => answer.data });
  if (data !== undefined) return children(data);
  if (isError) return <DayFailed error={error} onRetry={() => void refetch()} />;
  return <SkeletonRows rows={3} columns={[3, 2]} />;
}
