/**
 * Of each chart: where its documents are, which of them a person may move by right and branch, and how they are shown.
 * Which step is due in which state is in the chart; whether it is allowed now is asked of the lifecycle itself.
 */
import { type RawBuilder, sql } from 'kysely';
import { ruleFor, ruleOfStep, snake, updateOf } from '../../contract/directory/directory.ts';
import type { Chosen } from '../../contract/directory/fields.ts';
import { planRule, scopeOf } from '../../contract/setting/setting.ts';
import { ANNOUNCEMENTS } from '../announcements/announcements.ts';
import { CASH, CASH_KIND, cashRows } from '../cash/cashDocuments.ts';
import { BLACK_LIST } from '../clients/blackList.ts';
import { seesNumbers } from '../clients/masking.ts';
import { ACT_KIND, findActs, findCounter } from '../counting/access.ts';
import { ACTS, actAnswers, COUNTERS } from '../counting/answers.ts';
import { differenceSumsOf } from '../counting/figures.ts';
import { requestDirectories } from '../directory/approval.ts';
import { eventOf } from '../directory/lifecycle.ts';
import { type Served, servedDirectories } from '../directory/serve.ts';
import type { SignedIn } from '../http/auth.ts';
import { writtenDay } from '../http/days.ts';
import { say } from '../http/messages.ts';
import { findInvoices, INVOICE_KIND, seesEvery } from '../invoices/access.ts';
import { INVOICES, invoicesInList } from '../invoices/answers.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { findOutputs, OUTPUT_KIND } from '../outputs/access.ts';
import { OUTPUTS, outputsInList } from '../outputs/answers.ts';
import { DAYS, dayAnswer, dayRecords } from '../practiceDay/days.ts';
import { MONTHS, monthAnswer, monthRows } from '../practiceDay/months.ts';
import { type Found as Revision, type ServedSetting, servedSettings } from '../settings/serve.ts';
import { TESTS } from '../staffTests/authors.ts';
import { SOURCES } from '../workflows/sources.ts';
import { contractSource, saleOrderSource, scoringRunSource } from './saleSources.ts';
import {
  anyhow,
  atDesk,
  documents,
  EVERY,
  everywhere,
  type Found,
  holds,
  NOTHING,
  oneByOne,
  own,
  ownBy,
  ownedBy,
  type QueueSource,
  type Reach,
  shown,
} from './source.ts';
import { otherWaysOf, type Step, stepsOf } from './steps.ts';

const countingAct: QueueSource = {
  ...{ chart: 'countingAct', kind: null },
  ...documents(ACT_KIND),
  steps: stepsOf(ACTS, SOURCES.countingAct.rests),
  reach(user) {
    if (!holds(user, 'act_of_count.show|act_of_count.allshow')) return NOTHING;
    return holds(user, 'act_of_count.allshow', 'act_of_count.edit') ? [everywhere()] : [ownedBy(user)];
  },
  async read(asked, ids) {
    const acts = await findActs(asked.db, asked.user, ids);
    const answers = await actAnswers(asked.db, acts);
    const sums = await differenceSumsOf(
      asked.db,
      acts.filter(({ reads, status }) => reads && (status === 'counted' || status === 'completed')).map(({ id }) => id),
    );
    return acts.map((act, at) => {
      const sum = sums.get(act.id);
      const inSoum: Found['sums'] = sum === undefined ? {} : { UZS: sum.difference_sum };
      return {
        ...{ id: act.id, of: null, name: act.number, about: act.comment, organization: act.organization },
        sums: inSoum,
        allowed: answers[at]?.allowed_events ?? [],
        reason: (event) => ACTS.reasonOf(asked, act, event as 'act.complete'),
      };
    });
  },
};

/** A list waits while its act takes it: of an act that was cancelled it waits for nobody. */
const counter: QueueSource = {
  ...{ chart: 'counter', kind: null },
  steps: stepsOf(COUNTERS, SOURCES.counter.rests),
  from: sql`(SELECT c.*, a.organization_id, a.owner_id AS act_owner_id FROM computing_act_user c JOIN document a ON a.id = c.act_of_count_id
    WHERE a.status IN ('residues_loaded', 'counting')) d`,
  branch: sql`d.organization_id`,
  reach: (user) => (holds(user, 'act_of_count.show') ? [ownBy(user, 'user_id')] : NOTHING),
  besides(user) {
    if (!holds(user, 'act_of_count.show|act_of_count.allshow')) return NOTHING;
    return holds(user, 'act_of_count.allshow', 'act_of_count.edit') ? [everywhere()] : [ownBy(user, 'act_owner_id')];
  },
  read: oneByOne(
    { ...COUNTERS, find: ({ db, user }, id) => findCounter(db, user, id) },
    'counter.start',
    ({ act, title }) => ({ of: act.id, name: act.number, about: title, organization: act.organization }),
  ),
};

function reachInvoices(user: SignedIn, right: 'confirm' | 'edit', mine: 'confirm' | 'add'): readonly Reach[] {
  if (!holds(user, 'product_invoice.show|product_invoice.allshow')) return NOTHING;
  if (!holds(user, `product_invoice.${right}|product_invoice.${mine}`)) return NOTHING;
  if (!holds(user, `product_invoice.${right}`)) return [ownedBy(user)];
  return seesEvery(user) ? [everywhere()] : [own(user), ownedBy(user)];
}

const invoice: QueueSource = {
  ...{ chart: 'invoice', kind: null },
  ...documents(INVOICE_KIND),
  steps: stepsOf(INVOICES, SOURCES.invoice.rests),
  reach: (user, state) =>
    state === 'sent' ? reachInvoices(user, 'confirm', 'confirm') : reachInvoices(user, 'edit', 'add'),
  // who wrote it takes it back
  besides: (user, state) => (state === 'sent' ? reachInvoices(user, 'edit', 'add') : NOTHING),
  async read(asked, ids) {
    const records = await findInvoices(asked.db, asked.user, ids);
    const answers = await invoicesInList(asked.db, records);
    return answers.map((answer, at) => ({
      ...{ id: answer.id, of: null, name: answer.number, about: answer.partner, organization: answer.organization },
      sums: answer.totals,
      allowed: answer.allowed_events,
      reason: (event) => INVOICES.reasonOf(asked, records[at] as (typeof records)[number], event as 'invoice.send'),
    }));
  },
};

/** What waits is picked by whoever may in the branch; what is being picked goes on in the hands of its picker. */
const output: QueueSource = {
  ...{ chart: 'output', kind: null },
  ...documents(OUTPUT_KIND),
  steps: stepsOf(OUTPUTS, SOURCES.output.rests),
  reach(user, state) {
    const right = state === 'draft' ? 'product_delivery.add' : 'product_delivery.confirm';
    if (!holds(user, 'product_delivery.show|product_delivery.allshow', right)) return NOTHING;
    if (state === 'picking') return [ownedBy(user)];
    return user.office ? [everywhere()] : [own(user)];
  },
  besides(user, state) {
    if (state !== 'picking' || !holds(user, 'product_delivery.show|product_delivery.allshow', 'product_delivery.edit'))
      return NOTHING;
    return user.office ? [everywhere()] : [own(user)];
  },
  async read(asked, ids) {
    const records = await findOutputs(asked.db, asked.user, ids);
    const answers = await outputsInList(asked.db, asked.user, records, asked.now);
    return answers.map((answer, at) => ({
      ...shown({
        id: answer.id,
        name: answer.number,
        about: answer.client.fullname,
        organization: answer.organization.name,
      }),
      allowed: answer.allowed_events,
      reason: (event) => OUTPUTS.reasonOf(asked, records[at] as (typeof records)[number], event as 'output.pick'),
    }));
  },
};

const cashDocument: QueueSource = {
  ...{ chart: 'cashDocument', kind: null },
  ...documents(CASH_KIND),
  steps: stepsOf(CASH, SOURCES.cashDocument.rests),
  reach: atDesk,
  async read(asked, ids) {
    const rows = await cashRows(asked.db, sql`WHERE d.id = ANY (${[...ids]}::integer[])`);
    return rows.map((row) => ({
      ...{ id: row.id, of: null, name: row.client.fullname, about: row.account?.name ?? null },
      ...{ organization: row.organization, sums: { UZS: row.amount } },
      allowed: CASH.allowed(row, row.facts, asked.user),
      reason: (event) => CASH.reasonOf(asked, row, event as 'cash.confirm'),
    }));
  },
};

const practiceDay: QueueSource = {
  ...{ chart: 'practiceDay', kind: null },
  steps: stepsOf(DAYS, SOURCES.practiceDay.rests),
  from: sql`practice_day d`,
  branch: sql`d.organization_id`,
  reach(user, state) {
    if (!holds(user, 'practice_day.show', state === 'open' ? 'practice_day.add' : 'practice_day.confirm'))
      return NOTHING;
    return user.office ? [everywhere()] : [own(user)];
  },
  besides(user, state) {
    if (state === 'open' || !holds(user, 'practice_day.show', 'practice_day.add')) return NOTHING;
    return user.office ? [everywhere()] : [own(user)];
  },
  async read(asked, ids) {
    const days = await dayRecords(asked.db, sql`WHERE d.id = ANY(${[...ids]}::integer[])`);
    return days.map((day) => ({
      ...shown({ id: day.id, of: day.organization.id, name: day.date, organization: day.organization.name }),
      allowed: dayAnswer(asked.user, day).allowed_events,
      reason: (event) => DAYS.reasonOf(asked, day, event as 'day.close'),
    }));
  },
};

const practiceMonth: QueueSource = {
  ...{ chart: 'practiceMonth', kind: null },
  steps: stepsOf(MONTHS, SOURCES.practiceMonth.rests),
  from: sql`practice_month d`,
  branch: sql`NULL::integer`,
  reach: (user) => (user.office && holds(user, 'practice_day.show', 'practice_day.edit') ? [anyhow] : NOTHING),
  async read(asked, ids) {
    const months = await monthRows(asked.db, sql`WHERE m.id = ANY(${[...ids]}::integer[])`);
    return months.map((month) => ({
      ...shown({ id: month.id, name: `${month.year}-${String(month.month).padStart(2, '0')}` }),
      allowed: monthAnswer(asked.user, month, asked.now).allowed_events,
      reason: (event) => MONTHS.reasonOf(asked, month, event as 'month.close'),
    }));
  },
};

const announcement: QueueSource = {
  ...{ chart: 'announcement', kind: null },
  steps: stepsOf(ANNOUNCEMENTS, SOURCES.announcement.rests),
  from: sql`announcement d`,
  branch: sql`NULL::integer`,
  reach: (user) => (holds(user, 'announcement.show', 'announcement.confirm') ? [anyhow] : NOTHING),
  read: oneByOne(ANNOUNCEMENTS, 'announcement.publish', ({ id, title_ru, title_uz }, { language }) => ({
    name: (language === 'ru' ? title_ru : title_uz) || `#${id}`,
  })),
};

/** Whether the person took one of the steps by which a record, `d`, was written. */
const hasWritten = (user: SignedIn, kind: string, events: readonly string[]) =>
  sql`EXISTS (SELECT 1 FROM record_log w WHERE w.kind = ${kind} AND w.record_id = d.id
    AND w.user_id = ${user.id} AND w.event = ANY (${events}::text[]))`;

/** Requests, `d`, that others wrote: who has written in one does not decide about it (decision 90). */
const othersOf = (user: SignedIn, kind: string) =>
  sql`d.created_by <> ${user.id} AND NOT ${hasWritten(user, kind, ['request.update'])}`;

/** The own drafts, and what somebody else sent: nobody decides on the own. @param others which sent ones are not the own */
function reachRequests(
  user: SignedIn,
  state: string,
  rules: { readonly show: string; readonly send: string; readonly approve: string },
  others: RawBuilder<unknown>,
): readonly Reach[] {
  const sent = state === 'sent';
  if (!holds(user, rules.show, sent ? rules.approve : rules.send)) return NOTHING;
  return [sent ? { branches: 'none', where: others } : { ...ownedBy(user), branches: 'none' }];
}

/** Its author takes it back, and who decides calls it off, also what is not written to the end (P1). */
const besidesRequests = (
  user: SignedIn,
  rules: { readonly show: string; readonly send: string; readonly approve: string },
): readonly Reach[] => [
  ...(holds(user, rules.show, rules.send) ? [{ ...ownedBy(user), branches: 'none' as const }] : []),
  ...(holds(user, rules.show, rules.approve) ? [anyhow] : []),
];

const OF_BLACK_LIST = { show: 'black_list.show', send: 'black_list.add', approve: 'black_list.confirm' };

const approval: QueueSource = {
  ...{ chart: 'approval', kind: null },
  steps: stepsOf(BLACK_LIST, SOURCES.approval.rests),
  from: sql`black_list_entry d`,
  branch: sql`NULL::integer`,
  reach: (user, state) => reachRequests(user, state, OF_BLACK_LIST, othersOf(user, BLACK_LIST.kind)),
  besides: (user) => besidesRequests(user, OF_BLACK_LIST),
  read: oneByOne(BLACK_LIST, 'request.approve', ({ fullname }) => ({ name: fullname })),
};

/** A label is a text, or names a record of another directory. */
const titleOf = (label: string | Chosen): string => (typeof label === 'string' ? label : label.title);

/** Requests of a declared directory. */
function requestsOf({ directory, table, lifecycle, visible }: Served): QueueSource {
  const { name } = directory.spec;
  const rules = {
    show: ruleFor(directory, 'show'),
    send: ruleOfStep(directory, 'request.send'),
    approve: ruleOfStep(directory, 'request.approve'),
  };
  const within = (user: SignedIn) => {
    const seen = sql`d.id IN (SELECT r.id FROM ${sql.table(table.name)} r WHERE ${visible(user)})`;
    return ({ branches, where }: Reach): Reach => ({ branches, where: sql`${where} AND ${seen}` });
  };
  return {
    ...{ chart: 'approval', kind: name },
    steps: stepsOf(lifecycle, SOURCES.approval.rests),
    says: (event) => event.replace('request.', `requestOf.${name}.`),
    from: sql`${sql.table(table.name)} d`,
    branch: sql`NULL::integer`,
    reach: (user, state) => reachRequests(user, state, rules, othersOf(user, name)).map(within(user)),
    besides: (user) => besidesRequests(user, rules).map(within(user)),
    read: oneByOne(lifecycle, eventOf('request.approve'), (record, { user }) => ({
      name: titleOf(record[directory.spec.label] as string | Chosen),
      about: daysAndNames(directory, record),
      sums: sumAsked(directory, record, user),
    })),
  };
}

/** Several requests may have one label: what tells them apart is their day, by which they are listed, and what they name besides. */
function daysAndNames({ spec }: Served['directory'], record: Readonly<Record<string, unknown>>): string | null {
  const { label, order } = spec;
  const day = order === undefined ? undefined : record[order.replace(/^-/, '')];
  const names = Object.entries(spec.fields).flatMap(([name, field]) =>
    field.kind === 'ref' && name !== label ? [(record[name] as Chosen | null)?.title ?? ''] : [],
  );
  return [typeof day === 'string' ? writtenDay(day) : '', ...names].filter((one) => one !== '').join(' · ') || null;
}

/** The money that a request is about; that of a person is seen by who sees numbers of clients. */
function sumAsked(
  { spec }: Served['directory'],
  record: Readonly<Record<string, unknown>>,
  user: SignedIn,
): Found['sums'] {
  if (spec.people === true && !seesNumbers(user)) return {};
  const [name] = Object.entries(spec.fields).find(([, field]) => field.kind === 'sum') ?? [];
  const amount = name === undefined ? null : record[name];
  return typeof amount === 'number' ? { UZS: amount } : {};
}

const staffTest: QueueSource = {
  ...{ chart: 'staffTest', kind: null },
  steps: stepsOf(TESTS, SOURCES.staffTest.rests),
  from: sql`test d`,
  branch: sql`NULL::integer`,
  reach: (user) => (holds(user, 'test.show', 'test.confirm') ? [anyhow] : NOTHING),
  besides(user) {
    if (!holds(user, 'test.show')) return NOTHING;
    if (holds(user, 'test.edit')) return [anyhow];
    return holds(user, 'test.add') ? [{ ...ownedBy(user), branches: 'none' }] : NOTHING;
  },
  read: oneByOne(TESTS, 'test.publish', ({ id, title }) => ({ name: title || `#${id}` })),
};

/** Names of what a revision is of, as far as they are names: the words of its other values are in the browser. */
const namesOf = ({ setting: { spec } }: ServedSetting, revision: Revision) =>
  Object.entries(spec.subject)
    .flatMap(([name, field]) => (field.kind === 'ref' ? [(revision[name] as Chosen | null)?.title ?? ''] : []))
    .filter((title) => title !== '')
    .join(' · ');

/** Drafts of a declared setting: they wait for who settles them, where two have to for a second person. */
function draftsOf(served: ServedSetting): QueueSource {
  const { setting, table, revisions } = served;
  const { spec } = setting;
  const scope = scopeOf(spec);
  const kind = spec.name;
  const within = (user: SignedIn, where: RawBuilder<unknown>): readonly Reach[] =>
    scope === undefined || user.office ? [{ branches: 'none', where }] : [{ branches: [user.organizationId], where }];
  const written = (user: SignedIn) => hasWritten(user, kind, ['revision.create', 'revision.update']);
  return {
    ...{ chart: 'settingRevision', kind },
    steps: stepsOf(revisions, SOURCES.settingRevision.rests),
    says: (event) => (spec.confirm && event === 'revision.plan' ? 'revision.confirm' : event),
    from: sql`${sql.table(table.name)} d`,
    branch: scope === undefined ? sql`NULL::integer` : sql.ref(`d.${scope}_id`),
    reach(user) {
      if (!holds(user, `${spec.rule}.show`, planRule(spec))) return NOTHING;
      return within(user, spec.confirm ? sql`NOT ${written(user)}` : EVERY);
    },
    // who edits takes it back
    besides: (user) => (holds(user, `${spec.rule}.show`, `${spec.rule}.edit`) ? within(user, EVERY) : NOTHING),
    read: oneByOne(revisions, 'revision.plan', (revision, { language }) => ({
      name: namesOf(served, revision),
      about: say(language, 'queue.from', { day: writtenDay(revision.valid_from) }),
    })),
  };
}

/**
 * Declared documents: who takes the step that is due reaches them by its rule and branch, what only its owner does by being
 * that.
 */
function declaredDocument({ directory, lifecycle }: Served): QueueSource {
  const { spec } = directory;
  const chart = lifecycle.machine.id as keyof typeof SOURCES & QueueSource['chart'];
  const steps = stepsOf(lifecycle, SOURCES[chart].rests);
  const seen = (user: SignedIn, where = EVERY): Reach =>
    user.office ? everywhere(where) : { branches: [user.organizationId], where };
  const hasWrittenIn = (user: SignedIn) => sql`(d.created_by = ${user.id} OR EXISTS (SELECT 1 FROM event_log w
    WHERE w.document_id = d.id AND w.user_id = ${user.id} AND w.event = ${updateOf(directory)}))`;
  const mayTake = (user: SignedIn, event: string) =>
    holds(user, ruleFor(directory, 'show'), ruleOfStep(directory, event));
  const reachBy = (user: SignedIn, event: string): readonly Reach[] => {
    if (!mayTake(user, event)) return NOTHING;
    const who = spec.chart?.steps[event]?.who;
    if (who === 'owner') return [{ ...ownedBy(user), branches: seen(user).branches }];
    return [seen(user, who === 'another' ? sql`NOT ${hasWrittenIn(user)}` : EVERY)];
  };
  const due = (state: string) => (steps.get(state) as Step).event;
  return {
    ...{ chart, kind: null, steps },
    ...documents(snake(spec.name)),
    reach: (user, state) => reachBy(user, due(state)),
    besides: (user, state) => otherWaysOf(lifecycle, state, due(state)).flatMap((event) => reachBy(user, event)),
    read: oneByOne(lifecycle, eventOf(updateOf(directory)), ({ id, number, organization, ...record }) => ({
      name: (number as string | null) ?? `#${id}`,
      about: aboutOf(directory, record),
      organization: (organization as Chosen).title,
    })),
  };
}

/** Whom or what a document is about: its first reference by which it is found. */
function aboutOf({ spec }: Served['directory'], record: Readonly<Record<string, unknown>>): string | null {
  const [name] = Object.entries(spec.fields).find(([, field]) => field.kind === 'ref' && field.search) ?? [];
  return name === undefined ? null : ((record[name] as Chosen | null)?.title ?? null);
}

/** Kinds of documents that are declared. */
export const declaredDocuments = (): readonly Served[] =>
  servedDirectories().filter(({ directory }) => directory.spec.document !== undefined);

const OF_ONE_TABLE: readonly QueueSource[] = [
  ...[
    countingAct,
    counter,
    invoice,
    output,
    saleOrderSource,
    contractSource,
    scoringRunSource,
    cashDocument,
    practiceDay,
    practiceMonth,
    announcement,
    approval,
    staffTest,
  ],
];

/** The place where documents of a chart wait. @throws for charts of several tables, and for those that have none. */
export function sourceOf(chart: QueueSource['chart']): QueueSource {
  const found = [...OF_ONE_TABLE, ...declaredDocuments().map(declaredDocument)].find(
    (source) => source.chart === chart,
  );
  if (found === undefined) throw new Error(`nothing of one table waits by ${chart}`);
  return found;
}

/** Every place where documents wait. A person's own tests are read as they are offered (`testsToTake`): they have none. */
export const everySource = (): readonly QueueSource[] => [
  ...OF_ONE_TABLE,
  ...requestDirectories().map(requestsOf),
  ...declaredDocuments().map(declaredDocument),
  ...servedSettings().map(draftsOf),
];

const NOWHERE: QueueSource['steps'] = new Map();

/**
 * Every place where a document waits now, with the states in which one does: of some hundred states few have any, and
 * each that is read costs a statement.
 */
export async function waitingSources(db: Asked['db']): Promise<readonly QueueSource[]> {
  const places = everySource();
  const { rows } = await sql<{ place: number; state: string }>`${sql.join(
    places.flatMap(({ from, steps, elsewhere = NOWHERE }, place) =>
      [...steps.keys(), ...elsewhere.keys()].map(
        (state) => sql`SELECT ${sql.lit(place)}::integer AS place, ${sql.lit(state)}::text AS state
          WHERE EXISTS (SELECT 1 FROM ${from} WHERE d.status = ${sql.lit(state)})`,
      ),
    ),
    sql` UNION ALL `,
  )}`.execute(db);
  return places.flatMap((source, at) => {
    const waiting = new Set(rows.filter(({ place }) => place === at).map(({ state }) => state));
    const among = (of: QueueSource['steps']) => new Map([...of].filter(([state]) => waiting.has(state)));
    const [steps, elsewhere] = [among(source.steps), among(source.elsewhere ?? NOWHERE)];
    return steps.size + elsewhere.size > 0 ? [{ ...source, steps, elsewhere }] : [];
  });
}
