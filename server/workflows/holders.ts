/** Who may send the events of a workflow now, by the rules that its calls ask for: positions, and people of the reader's branch. */
import { sql } from 'kysely';
import { calls } from '../../contract/index.ts';
import {
  type WorkflowHolders,
  type WorkflowPositions,
  workflowHolders,
  workflowPositions,
  workflowStanding,
} from '../../contract/workflows.ts';
import { titleIn } from '../directory/targets.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { heldRules } from '../people/holders.ts';
import { SOURCES } from './sources.ts';

/** Names that are answered of the people of one position; the gallery begins with fewer and shows the rest on request. */
const NAMES = 200;

/** All rules of one of these lists. */
type Alternatives = readonly (readonly string[])[];

/**
 * Rules that a finer right asks for beside the rule of its calls, where that one alone says too little. Whose own document it
 * is, no rule says.
 */
const FINER: Readonly<Record<string, Alternatives>> = {
  contractGivenUp: [['contract.confirm', 'contract.allshow']],
  actManager: [['act_of_count.add'], ['act_of_count.allshow', 'act_of_count.edit']],
};

/** Finer rights that ask for other rules in each state. */
const FINER_IN_STATE: Readonly<Record<string, Readonly<Record<string, Alternatives>>>> = {
  // decision 21: a draft is called off by who writes, a sent one by who confirms
  invoiceCanceller: {
    draft: [['product_invoice.edit'], ['product_invoice.add']],
    sent: [['product_invoice.confirm']],
  },
  contractCanceller: {
    draft: [['contract.add'], ['contract.confirm']],
    signed: [['contract.confirm']],
    awaiting_handover: [['contract.confirm']],
  },
};

/** What is asked for by the finer right in each state; `null` for every state. */
const finerOf = (who: string | null): [string | null, Alternatives | null][] =>
  who !== null && FINER_IN_STATE[who] !== undefined
    ? Object.entries(FINER_IN_STATE[who])
    : [[null, (who !== null && FINER[who]) || null]];

/** What a call asks for: its rule as the contract has it, and the finer right. */
interface Asked {
  rule: string;
  who: string | null;
}

/** Workflows by the rules of the calls that send something to them: the contract does not change while the server runs. */
const MACHINES_BY_RULE: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>();
  for (const { event, alsoFires = [], rule } of calls)
    for (const { machine } of [...(event ? [event] : []), ...alsoFires])
      for (const one of rule.split('|')) found.set(one, (found.get(one) ?? new Set()).add(machine));
  return found;
})();

/** What the calls ask for that send an event to the workflow. */
function askedOf(machine: string): Asked[] {
  const found = new Map<string, Asked>();
  for (const { event, alsoFires = [], rule, who = null } of calls) {
    const sends = [...(event ? [event] : []), ...alsoFires].some((one) => one.machine === machine);
    if (sends && rule.includes('.')) found.set(`${rule} ${who}`, { rule, who });
  }
  return [...found.values()];
}

interface Held {
  rule: string;
  title: string;
  user_id: number;
  fullname: string;
  position_id: number;
  near: boolean;
}

type Holder = WorkflowHolders['holders'][number];

/** Of what a call asks for: people by position, whoever holds one of its alternatives and may have the finer right. */
function holdersOf(
  { rule, who }: Asked,
  [state, finer]: [string | null, Alternatives | null],
  held: readonly Held[],
  rulesOf: ReadonlyMap<number, Set<string>>,
): Holder[] {
  const alternatives = new Set(rule.split('|'));
  const may = (rules: ReadonlySet<string>) => finer === null || finer.some((all) => all.every((one) => rules.has(one)));
  const own = held.filter((one) => alternatives.has(one.rule) && may(rulesOf.get(one.user_id) ?? new Set()));
  // of a rule that many hold and few may use, the finer ones say by what they may
  const deciding = finer === null ? alternatives : new Set(finer.flat());
  const people = new Set(own.map(({ user_id }) => user_id));
  const by = held.filter((one) => people.has(one.user_id) && deciding.has(one.rule));
  const titles = [...new Set(by.map(({ title }) => title))];
  const positions = new Map<number, Map<number, Held>>();
  for (const one of own) {
    const there = positions.get(one.position_id) ?? new Map<number, Held>();
    positions.set(one.position_id, there.set(one.user_id, one));
  }
  return [...positions].map(([position_id, people]): Holder => {
    const near = [...people.values()].filter((one) => one.near).map(({ fullname }) => fullname);
    return { rule, who, state, titles, position_id, people: people.size, names: near.sort().slice(0, NAMES) };
  });
}

export const workflowHolderCalls: Implementation[] = [
  implement(workflowHolders, {
    async handle({ db, user, query, language }) {
      const wanted = askedOf(query.machine);
      const finer = wanted.flatMap(({ who }) => finerOf(who).flatMap(([, rules]) => rules?.flat() ?? []));
      const asked = [...new Set([...wanted.flatMap(({ rule }) => rule.split('|')), ...finer])];
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
      const rulesOf = new Map<number, Set<string>>();
      for (const one of held) rulesOf.set(one.user_id, (rulesOf.get(one.user_id) ?? new Set()).add(one.rule));
      return {
        data: {
          positions,
          holders: wanted.flatMap((one) => finerOf(one.who).flatMap((finer) => holdersOf(one, finer, held, rulesOf))),
        },
      };
    },
  }),

  implement(workflowPositions, {
    async handle({ db, language }) {
      const { rows } = await sql<{ id: number; title: string; rules: string[] }>`
        SELECT p.id, ${titleIn('position', 'p', language)} AS title,
               array_agg(DISTINCT h.resource || '.' || h.action) AS rules
        FROM ${heldRules} h JOIN app_user u ON u.id = h.user_id JOIN position p ON p.id = u.position_id
        GROUP BY p.id ORDER BY 2, p.id`.execute(db);
      const data: WorkflowPositions = rows.map(({ rules, ...position }) => ({
        ...position,
        machines: [...new Set(rules.flatMap((rule) => [...(MACHINES_BY_RULE.get(rule) ?? [])]))].sort(),
      }));
      return { data };
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
