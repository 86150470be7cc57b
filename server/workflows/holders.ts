/** Who may send the events of a workflow now, by the rules that its calls ask for: positions, and people of the reader's branch. */
import { sql } from 'kysely';
import { calls } from '../../contract/index.ts';
import { type WorkflowHolders, workflowHolders, workflowStanding } from '../../contract/workflows.ts';
import { titleIn } from '../directory/targets.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { heldRules } from '../people/holders.ts';
import { SOURCES } from './sources.ts';

/** Names that are shown of the people of one position. */
const NAMES = 8;

/** Rules of calls that send an event to the workflow, as they are written in the contract. */
const rulesOf = (machine: string): string[] => [
  ...new Set(
    calls
      .filter(({ event, alsoFires = [] }) =>
        [...(event ? [event] : []), ...alsoFires].some((one) => one.machine === machine),
      )
      .map(({ rule }) => rule)
      .filter((rule) => rule.includes('.')),
  ),
];

interface Held {
  rule: string;
  title: string;
  user_id: number;
  fullname: string;
  position_id: number;
  near: boolean;
}

type Holder = WorkflowHolders['holders'][number];

/** Of one rule as a call asks for it: people by position, whoever holds one of its alternatives. */
function holdersOf(rule: string, held: readonly Held[]): Holder[] {
  const alternatives = new Set(rule.split('|'));
  const own = held.filter((one) => alternatives.has(one.rule));
  const titles = [...new Set(own.map(({ title }) => title))];
  const positions = new Map<number, Map<number, Held>>();
  for (const one of own) {
    const people = positions.get(one.position_id) ?? new Map<number, Held>();
    positions.set(one.position_id, people.set(one.user_id, one));
  }
  return [...positions].map(([position_id, people]): Holder => {
    const near = [...people.values()].filter((one) => one.near).map(({ fullname }) => fullname);
    return { rule, titles, position_id, people: people.size, names: near.sort().slice(0, NAMES) };
  });
}

export const workflowHolderCalls: Implementation[] = [
  implement(workflowHolders, {
    async handle({ db, user, query, language }) {
      const rules = rulesOf(query.machine);
      const asked = [...new Set(rules.flatMap((rule) => rule.split('|')))];
      const title = sql.ref(language === 'ru' ? 'r.title_ru' : 'r.title_uz');
      const { rows: held } = await sql<Held>`
        SELECT h.resource || '.' || h.action AS rule, ${title} AS title, u.id AS user_id, u.fullname, u.position_id,
               ${user.office} OR u.organization_id = ${user.organizationId} AS near
        FROM ${heldRules} h JOIN app_user u ON u.id = h.user_id JOIN rule r ON r.resource = h.resource AND r.action = h.action
        WHERE h.resource || '.' || h.action = ANY (${asked}::text[])`.execute(db);
      const { rows: positions } = await sql<WorkflowHolders['positions'][number]>`
        SELECT p.id, ${titleIn('position', 'p', language)} AS title, count(u.id)::integer AS people
        FROM position p LEFT JOIN app_user u ON u.position_id = p.id AND u.active
        GROUP BY p.id ORDER BY 2, p.id`.execute(db);
      return { data: { positions, holders: rules.flatMap((rule) => holdersOf(rule, held)) } };
    },
  }),

  implement(workflowStanding, {
    async handle({ db, user, query, language }) {
      const { rows } = await sql<{ state: string; documents: number }>`
        SELECT d.state, count(*)::integer AS documents
        FROM (${SOURCES[query.machine].documents(user, language)}) d GROUP BY d.state ORDER BY d.state`.execute(db);
      return { data: rows };
    },
  }),
];
