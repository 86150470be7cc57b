/** Who may send an event now: positions and people who have the right, from the server. */
import { type WorkflowHolders, workflowHolders } from '../../../contract/workflows.ts';
import { useCall } from '../../api/queries.ts';
import { formatNumber } from '../../format/numbers.ts';
import type { Text } from '../../i18n/index.ts';
import { Shortened } from '../../ui/Shortened.tsx';
import type { WorkflowEntry } from './catalogue.ts';
import { sendersOf } from './senders.ts';

export const useHolders = ({ name, facts }: WorkflowEntry) =>
  useCall(workflowHolders, { query: { machine: name } }, { enabled: facts.senders.length > 0 });

/** Who holds what the calls of the event ask for, in one state or in any; null: no rule is asked for. */
function holdersOf(
  { facts }: WorkflowEntry,
  data: WorkflowHolders,
  event: string,
  state: string | null,
): WorkflowHolders['holders'] | null {
  const sender = sendersOf(facts, event);
  if (sender.kind !== 'rules' || sender.rules.length === 0) return null;
  const asked = facts.senders.filter((one) => one.event === event);
  return data.holders.filter(
    ({ rule, who, state: only }) =>
      (state === null || only === null || only === state) &&
      asked.some((one) => one.rule === rule && (one.who ?? null) === who),
  );
}

/** Ids of positions whose people may send the event by its rules, in one state or in any; null: no rule is asked for. */
export function positionsOf(
  entry: WorkflowEntry,
  data: WorkflowHolders,
  event: string,
  state: string | null,
): Set<number> | null {
  const own = holdersOf(entry, data, event, state);
  return own && new Set(own.map(({ position_id }) => position_id));
}

interface HoldersProps {
  entry: WorkflowEntry;
  event: string;
  /** In which it is sent. */
  state: string;
  t: Text;
}

export function Holders({ entry, event, state, t }: HoldersProps) {
  const { data, isError } = useHolders(entry);
  const sender = sendersOf(entry.facts, event);
  if (sender.kind !== 'rules' || sender.rules.length === 0) return null;
  if (isError) return <p className="muted">{t('holders.failed')}</p>;
  if (data === undefined) return <p className="muted">…</p>;
  const { positions } = data.data;
  const own = holdersOf(entry, data.data, event, state) ?? [];
  if (own.length === 0) return <p className="red">{t('holders.nobody')}</p>;
  const titles = [...new Set(own.flatMap((one) => one.titles))];
  return (
    <div data-testid="holders">
      <h3 className="side-title">{t('holders.title')}</h3>
      <ul className="plain side-ways">
        {positions.flatMap(({ id, title }) => {
          const here = own.filter(({ position_id }) => position_id === id);
          if (here.length === 0) return [];
          const people = Math.max(...here.map((one) => one.people));
          const names = [...new Set(here.flatMap((one) => one.names))];
          return [
            <li key={id}>
              <b>{title}</b>{' '}
              <span className="muted">{t('holders.people', { count: people, n: formatNumber(people) })}</span>
              {names.length > 0 && (
                <div className="muted text-xs">
                  <Shortened all={names} unnamed={Math.max(0, people - names.length)}>
                    {(shown) => `${shown.join(', ')} `}
                  </Shortened>
                </div>
              )}
            </li>,
          ];
        })}
      </ul>
      <p className="muted text-xs">{t('holders.rules', { titles: titles.join('; ') })}</p>
    </div>
  );
}
