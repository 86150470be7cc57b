/** Home: what is new in the product (spec 2 "Home"), and which acts of counting wait for the person. */
import { Link } from 'wouter';
import { type ActInList, type ActStatus, actIndex } from '../../../contract/counting.ts';
import { messageOf } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows, useUser } from '../../app/session.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { pageOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { History } from '../versions/History.tsx';
import './home.css';

interface Task {
  readonly key: string;
  readonly act: ActInList;
  readonly path: string;
  /** Key of what is to be done. */
  readonly deed: string;
}

/** The event by which a manager moves an act on, from the states that wait for one. */
const DEEDS: Partial<Record<ActStatus, string>> = {
  created: 'residues.load',
  counted: 'act.complete',
  completed: 'act.form',
};

function tasksOf(acts: readonly ActInList[], userId: number): Task[] {
  const list = pageOf('acts').path;
  return acts.flatMap((act) => {
    const own = act.counters
      .filter((counter) => counter.mine && counter.status !== 'submitted')
      .filter(() => act.status === 'residues_loaded' || act.status === 'counting')
      .map((counter) => ({
        key: `counter ${counter.id}`,
        act,
        path: `${list}/${act.id}/counters/${counter.id}`,
        deed: counter.status === 'assigned' ? 'start' : 'goOn',
      }));
    const deed = act.created_by.id === userId ? DEEDS[act.status] : undefined;
    if (deed === undefined) return own;
    return [...own, { key: `act ${act.id}`, act, path: `${list}/${act.id}`, deed: deed.replace('.', '_') }];
  });
}

const useOpen = (status: ActStatus, enabled: boolean) =>
  useCall(actIndex, { query: { status, per_page: 100 } }, { enabled });

function Waiting() {
  const t = useText('home');
  const { id } = useUser();
  const mayCount = useAllows(pageOf('acts').menuRule);
  const lists = [
    useOpen('counting', mayCount),
    useOpen('residues_loaded', mayCount),
    useOpen('counted', mayCount),
    useOpen('completed', mayCount),
    useOpen('created', mayCount),
  ];
  if (!mayCount) return <p className="muted">{t('nothing')}</p>;
  const failed = lists.find((list) => list.isError && list.data === undefined);
  if (failed !== undefined) {
    return (
      <Empty
        kind="failed"
        title={t('failed')}
        text={messageOf(failed.error)}
        requestId={failed.error?.requestId}
        requestLabels={{ request: t('common:request'), copy: t('common:copy') }}
      >
        <button
          type="button"
          className="bp6-button"
          onClick={() => {
            for (const list of lists) void list.refetch();
          }}
        >
          {t('common:retry')}
        </button>
      </Empty>
    );
  }
  if (lists.some((list) => list.data === undefined)) return <SkeletonRows rows={3} columns={[3, 2]} />;
  const tasks = tasksOf(
    lists.flatMap((list) => list.data?.data ?? []),
    id,
  );
  if (tasks.length === 0) return <p className="muted">{t('nothing')}</p>;
  return (
    <ul className="home-list">
      {tasks.map(({ key, act, path, deed }) => (
        <li key={key}>
          <Link href={path}>{t('act', { number: act.number })}</Link>
          <span className="muted cut">
            {act.organization}, {formatDateTime(act.created_at)}
          </span>
          <Link href={path} className="act-of">
            {t(`deeds.${deed}`)} →
          </Link>
        </li>
      ))}
    </ul>
  );
}

export default function HomePage() {
  const t = useText('home');
  const { fullname, position, organization } = useUser();
  usePageTitle(t('pages:home'));
  return (
    <div className="home-panes">
      <div className="scroll">
        <section className="home" aria-labelledby="home-history">
          <h2 id="home-history" className="pane-title">
            {t('versions.history')}
          </h2>
          <History />
        </section>
      </div>
      <aside className="home-side scroll">
        <div>
          <h2 className="section-title">{t('greeting', { name: fullname })}</h2>
          <p className="muted">
            {position}, {organization}
          </p>
        </div>
        <section className="stack" aria-labelledby="home-waiting">
          <h3 id="home-waiting" className="section-title">
            {t('waiting')}
          </h3>
          <Waiting />
        </section>
      </aside>
    </div>
  );
}
