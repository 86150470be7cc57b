/** Where each workflow's documents are, and who may see them: as the document's own list does. */
import { type RawBuilder, sql } from 'kysely';
import { appeal } from '../../contract/directories/appeal.ts';
import { contractError } from '../../contract/directories/contractError.ts';
import { initiativeClient } from '../../contract/directories/initiativeClient.ts';
import { paymentCertificate } from '../../contract/directories/paymentCertificate.ts';
import { pledgeEvaluation } from '../../contract/directories/pledgeEvaluation.ts';
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import { type AnyDirectory, ruleFor } from '../../contract/directory/directory.ts';
import type { Field } from '../../contract/directory/fields.ts';
import { allows } from '../../contract/rules.ts';
import { READS_RUNS } from '../../contract/scoringRuns.ts';
import { scopeOf } from '../../contract/setting/setting.ts';
import type { Replayed } from '../../contract/workflows.ts';
import type { AnnouncementState } from '../../machines/announcement/announcement.machine.ts';
import type { ApprovalState } from '../../machines/approval/approval.machine.ts';
import type { CashDocumentState } from '../../machines/cashDocument/cashDocument.machine.ts';
import type { ContractState } from '../../machines/contract/contract.machine.ts';
import type { COUNTER_MAIN_PATH } from '../../machines/counter/counter.machine.ts';
import type { CountingActState } from '../../machines/countingAct/countingAct.machine.ts';
import type { RecordState } from '../../machines/directoryRecord/directoryRecord.machine.ts';
import type { GuaranteeState } from '../../machines/guarantee/guarantee.machine.ts';
import type { ImportState } from '../../machines/import/import.machine.ts';
import type { InvoiceState } from '../../machines/invoice/invoice.machine.ts';
import type { MobileDeviceState } from '../../machines/mobileDevice/mobileDevice.machine.ts';
import type { MyIdSessionState } from '../../machines/myIdSession/myIdSession.machine.ts';
import type { OutputState } from '../../machines/output/output.machine.ts';
import type { PracticeDayState } from '../../machines/practiceDay/practiceDay.machine.ts';
import type { PracticeMonthState } from '../../machines/practiceMonth/practiceMonth.machine.ts';
import type { ReportState } from '../../machines/problemReport/problemReport.machine.ts';
import type { ProductLockState } from '../../machines/productLock/productLock.machine.ts';
import type { RemarkState } from '../../machines/remark/remark.machine.ts';
import type { SaleOrderState } from '../../machines/saleOrder/saleOrder.machine.ts';
import type { ScoringRunState } from '../../machines/scoringRun/scoringRun.machine.ts';
import type { RevisionState } from '../../machines/settingRevision/settingRevision.machine.ts';
import type { SmsAppDeviceState } from '../../machines/smsAppDevice/smsAppDevice.machine.ts';
import type { StaffTestState } from '../../machines/staffTest/staffTest.machine.ts';
import type { TestSittingState } from '../../machines/testSitting/testSitting.machine.ts';
import type { UserState } from '../../machines/user/user.machine.ts';
import { seesEveryDesk } from '../cash/cashDocuments.ts';
import { seesContract } from '../contracts/access.ts';
import { ACT_KIND } from '../counting/access.ts';
import { requestDirectories } from '../directory/approval.ts';
import { type Served, servedDirectories } from '../directory/serve.ts';
import { joined } from '../directory/table.ts';
import { titleIn } from '../directory/targets.ts';
import type { SignedIn } from '../http/auth.ts';
import type { Language } from '../http/messages.ts';
import { INVOICE_KIND, seesEvery } from '../invoices/access.ts';
import { ORDER_KIND } from '../orders/access.ts';
import { OUTPUT_KIND, seesOutput } from '../outputs/access.ts';
import { seesEveryDay } from '../practiceDay/days.ts';
import { type ServedSetting, servedSettings } from '../settings/serve.ts';

/** The steps of each document are `step_log`, the same for every lifecycle. */
export interface Source<State extends string = string> {
  /** Columns `id, title, organization, at, state` of the documents that the person may see; `kind` where there are kinds. */
  documents(user: SignedIn, language: Language): RawBuilder<unknown>;
  /** The documents have a column `stopped_at`: what they were for was called off then, and nothing is waited for since. */
  readonly stops?: true;
  /** Its documents are in several tables, so that an id may come twice. */
  readonly kinds?: true;
  /** States in which nothing is waited for: their times are of no use. */
  readonly rests: readonly State[];
  /** Those of them in which it is over; all, where none are named. */
  readonly ends?: readonly State[];
  /** Those of them that call the document off. */
  readonly cancels: readonly State[];
}

/** Of what is kept in `document`. */
const ofDocuments = (kind: string, visible: (user: SignedIn) => RawBuilder<unknown>): Pick<Source, 'documents'> => ({
  documents: (user) => sql`
    SELECT d.id, d.number AS title, o.name AS organization, d.created_at AS at, d.status AS state
    FROM document d JOIN organization o ON o.id = d.organization_id
    WHERE d.kind = ${kind} AND ${visible(user)}`,
});

/** Who only counts in an act is blind to it, but for the own list: its log belongs to its owner and to who sees all. */
function seesAct(user: SignedIn): RawBuilder<unknown> {
  if (allows(user.rules, 'act_of_count.allshow')) return sql`true`;
  return allows(user.rules, 'act_of_count.show') ? sql`d.owner_id = ${user.id}` : sql`false`;
}

/** One organization's, or everybody's. */
const within = (everybody: boolean, user: SignedIn, column: string) =>
  everybody ? sql`true` : sql`${sql.ref(column)} = ${user.organizationId}`;

const countingAct: Source<CountingActState> = {
  ...ofDocuments(ACT_KIND, seesAct),
  rests: ['formed', 'cancelled'],
  cancels: ['cancelled'],
};

const counter: Source<(typeof COUNTER_MAIN_PATH)[number]> = {
  // a counter who has not handed in stays where it is when its act is cancelled
  stops: true,
  documents: (user) => sql`
    SELECT c.id, d.number || ' · ' || c.title AS title, o.name AS organization, c.status AS state,
           CASE WHEN c.status <> 'submitted' THEN (SELECT max(l.at) FROM event_log l
             WHERE l.document_id = d.id AND l.machine = 'countingAct' AND l.event = 'act.cancel') END AS stopped_at,
           coalesce((SELECT min(l.at) FROM event_log l WHERE l.document_id = d.id AND l.subject_id = c.id
             AND l.event = 'counter.add'), d.created_at) AS at
    FROM computing_act_user c JOIN document d ON d.id = c.act_of_count_id JOIN organization o ON o.id = d.organization_id
    WHERE c.user_id = ${user.id} OR ${seesAct(user)}`,
  rests: ['submitted'],
  cancels: [],
};

const invoice: Source<InvoiceState> = {
  ...ofDocuments(INVOICE_KIND, (user) => {
    if (!allows(user.rules, 'product_invoice.show|product_invoice.allshow')) return sql`false`;
    const reached = sql`(${within(seesEvery(user), user, 'd.organization_id')} OR d.owner_id = ${user.id})`;
    return sql`d.status <> 'deleted' AND ${reached}`;
  }),
  rests: ['confirmed', 'cancelled', 'deleted'],
  cancels: ['cancelled', 'deleted'],
};

const output: Source<OutputState> = {
  ...ofDocuments(OUTPUT_KIND, (user) => seesOutput(user)),
  rests: ['handed_over', 'cancelled'],
  cancels: ['cancelled'],
};

const saleOrder: Source<SaleOrderState> = {
  ...ofDocuments(ORDER_KIND, (user) => seesContract(user)),
  rests: ['converted', 'expired', 'cancelled'],
  cancels: ['expired', 'cancelled'],
};

/** A draft has no number yet: it is named by its client. What is owed is paid by its schedule: nobody keeps it waiting. */
const contract: Source<ContractState> = {
  documents: (user) => sql`
    SELECT d.id, coalesce(d.number, p.fullname) AS title, o.name AS organization, d.created_at AS at, d.status AS state
    FROM contract c JOIN document d ON d.id = c.id JOIN client p ON p.id = c.client_id
    JOIN organization o ON o.id = d.organization_id WHERE ${seesContract(user)}`,
  rests: ['active', 'closed', 'written_off', 'cancelled'],
  ends: ['closed', 'written_off', 'cancelled'],
  cancels: ['cancelled'],
};

/** A payment that is put aside has no number yet: it is named by its client. Offsets are the server's own. */
const cashDocument: Source<CashDocumentState> = {
  documents: (user) => sql`
    SELECT d.id, coalesce(d.number, c.fullname) AS title, o.name AS organization, d.created_at AS at, d.status AS state
    FROM cash_document k JOIN document d ON d.id = k.id JOIN client c ON c.id = k.client_id
    JOIN organization o ON o.id = d.organization_id
    WHERE ${allows(user.rules, 'cashbox.show')} AND ${within(seesEveryDesk(user), user, 'd.organization_id')}`,
  rests: ['confirmed', 'reversed', 'cancelled'],
  ends: ['reversed', 'cancelled'],
  cancels: ['cancelled'],
};

const practiceDay: Source<PracticeDayState> = {
  documents: (user) => sql`
    SELECT d.id, to_char(d.date, 'DD.MM.YYYY') AS title, o.name AS organization, d.opened_at AS at, d.status AS state
    FROM practice_day d JOIN organization o ON o.id = d.organization_id
    WHERE ${allows(user.rules, 'practice_day.show')} AND ${within(seesEveryDay(user), user, 'd.organization_id')}`,
  rests: ['closed'],
  cancels: [],
};

const practiceMonth: Source<PracticeMonthState> = {
  // a month begins with its first day
  documents: (user) => sql`
    SELECT m.id, to_char(make_date(m.year, m.month, 1), 'MM.YYYY') AS title, NULL::text AS organization,
           make_timestamptz(m.year, m.month, 1, 0, 0, 0, 'Asia/Tashkent') AS at, m.status AS state
    FROM practice_month m WHERE ${allows(user.rules, 'practice_day.show')}`,
  rests: ['closed'],
  cancels: [],
};

const announcement: Source<AnnouncementState> = {
  documents: (user, language) => sql`
    SELECT a.id, coalesce(nullif(${language === 'ru' ? sql`a.title_ru` : sql`a.title_uz`}, ''), '#' || a.id) AS title,
           NULL::text AS organization, a.created_at AS at, a.status AS state
    FROM announcement a WHERE ${allows(user.rules, 'announcement.show')}`,
  // until its day it does what it is for
  rests: ['published', 'ended', 'withdrawn'],
  ends: ['ended', 'withdrawn'],
  cancels: ['withdrawn'],
};

/** Entries of the black list, and the requests of every directory that is approved by another person. */
const approval: Source<ApprovalState> = {
  kinds: true,
  documents: (user, language) =>
    sql.join(
      [
        sql`SELECT b.id, 'black_list_entry'::text AS kind, b.fullname AS title, NULL::text AS organization,
            b.created_at AS at, b.status AS state
          FROM black_list_entry b WHERE ${allows(user.rules, 'black_list.show')}`,
        ...requestDirectories().map((served) => ofDirectory(served, user, language, sql`r.status AS state`)),
      ],
      sql` UNION ALL `,
    ),
  rests: ['approved', 'refused', 'cancelled'],
  cancels: ['cancelled'],
};

const testSitting: Source<TestSittingState> = {
  // everybody sees the own ones
  documents: (user) => sql`
    SELECT a.id, t.title || ' · ' || u.fullname AS title, o.name AS organization, a.created_at AS at, a.status AS state
    FROM test_attempt a JOIN test t ON t.id = a.test_id JOIN app_user u ON u.id = a.user_id
    JOIN organization o ON o.id = u.organization_id
    WHERE a.user_id = ${user.id} OR (${allows(user.rules, 'test_result.show')}
      AND ${within(user.office || allows(user.rules, 'test_result.allshow'), user, 'u.organization_id')})`,
  rests: ['passed', 'spent'],
  cancels: ['spent'],
};

const staffTest: Source<StaffTestState> = {
  documents: (user) => sql`
    SELECT t.id, coalesce(nullif(t.title, ''), '#' || t.id) AS title, NULL::text AS organization, t.created_at AS at,
           t.status AS state
    FROM test t WHERE ${allows(user.rules, 'test.show')}`,
  rests: ['published', 'ended', 'withdrawn'],
  ends: ['ended', 'withdrawn'],
  cancels: ['withdrawn'],
};

/** Revisions of a declared setting: named by what they are of, as far as that has names, and by their first day. */
function ofSetting({ setting: { spec }, table, seen }: ServedSetting, user: SignedIn, language: Language) {
  const scope = scopeOf(spec);
  const titles = Object.entries<Field>(spec.subject).flatMap(([name, field]) =>
    field.kind === 'ref' && name !== scope ? [sql`${titleIn(field.to, `t_${name}`, language)}::text, `] : [],
  );
  const branch = scope === undefined ? sql`NULL::text` : titleIn('organization', `t_${scope}`, language);
  return sql`SELECT r.id, ${spec.name}::text AS kind,
      concat_ws(', ', ${sql.join(titles, sql``)}to_char(r.valid_from, 'DD.MM.YYYY')) AS title, ${branch} AS organization,
      r.created_at AS at, r.status AS state
    FROM ${sql.table(table.name)} r ${joined(spec.subject)}
    WHERE ${allows(user.rules, `${spec.rule}.show`)} AND ${seen(user)}`;
}

const settingRevision: Source<RevisionState> = {
  kinds: true,
  documents: (user, language) =>
    sql.join(
      servedSettings().map((served) => ofSetting(served, user, language)),
      sql` UNION ALL `,
    ),
  // superseded figures had their time: that of the current ones is no measure of work
  rests: ['valid', 'superseded', 'dropped'],
  ends: ['superseded', 'dropped'],
  cancels: ['dropped'],
};

const recordState = (alias: string) =>
  sql`CASE WHEN ${sql.ref(`${alias}.active`)} THEN 'active' ELSE 'archived' END AS state`;

/** The name of the branch that a record belongs to, on `r`. */
const branchOf = ({ branch }: Served) =>
  branch === undefined
    ? sql`NULL::text`
    : sql`(SELECT o.name FROM organization o WHERE o.id = ${sql.ref(`r.${branch}_id`)})`;

/** Records of a declared directory, on `r`, with the branch that they belong to. */
function ofDirectory(served: Served, user: SignedIn, language: Language, state = recordState('r')) {
  const { directory, table, visible } = served;
  const { name } = directory.spec;
  return sql`SELECT r.id, ${name}::text AS kind, ${titleIn(name, 'r', language)}::text AS title, ${branchOf(served)} AS organization,
      r.created_at AS at, ${state}
    FROM ${sql.table(table.name)} r WHERE ${allows(user.rules, ruleFor(directory, 'show'))} AND ${visible(user)}`;
}

const usualDirectories = () => servedDirectories().filter(({ directory }) => directory.spec.chart === undefined);

/** Records of a directory with a chart of its own. */
const ofChart = (name: string): Pick<Source, 'documents'> => ({
  documents(user, language) {
    const served = servedDirectories().find(({ directory }) => directory.spec.name === name);
    if (served === undefined) throw new Error(`no directory "${name}"`);
    const { directory, table, visible } = served;
    return sql`SELECT r.id, ${titleIn(name, 'r', language)}::text AS title, ${branchOf(served)} AS organization,
        r.created_at AS at, r.status AS state
      FROM ${table.from} WHERE ${allows(user.rules, ruleFor(directory, 'show'))} AND ${visible(user)}`;
  },
});

/** A declared document: nothing is waited for in the states in which it is over. */
function ofDocument({ spec: { name, chart } }: AnyDirectory): Source {
  const { over = [], states = {} } = chart ?? {};
  return { ...ofChart(name), rests: over, cancels: over.filter((state) => states[state] === 'off') };
}

const mobileDevice: Source<MobileDeviceState> = {
  ...ofChart('mobileDevice'),
  rests: ['allowed', 'blocked'],
  ends: ['blocked'],
  cancels: ['blocked'],
};

const productLock: Source<ProductLockState> = {
  ...ofChart('productLock'),
  // a lock lasts as long as it is meant to: nobody waits for its end
  rests: ['locked', 'active'],
  ends: ['active'],
  cancels: [],
};

const smsAppDevice: Source<SmsAppDeviceState> = {
  ...ofChart('smsAppDevice'),
  rests: ['offline', 'blocked'],
  ends: ['blocked'],
  cancels: ['blocked'],
};

const user: Source<UserState> = {
  ...ofChart('branchUser'),
  rests: ['active', 'suspended', 'dismissed'],
  ends: ['dismissed'],
  cancels: [],
};

const importSource: Source<ImportState> = {
  // a file is its person's own
  documents: (user) => sql`
    SELECT m.id, m.file_name AS title, NULL::text AS organization, m.created_at AS at, m.status AS state
    FROM import m WHERE m.created_by = ${user.id}`,
  rests: ['done', 'taken_back', 'stopped'],
  ends: ['taken_back', 'stopped'],
  cancels: ['stopped'],
};

const directoryRecord: Source<RecordState> = {
  kinds: true,
  documents: (user, language) =>
    sql.join(
      usualDirectories().map((served) => ofDirectory(served, user, language)),
      sql` UNION ALL `,
    ),
  // a supplier of many years keeps nobody waiting
  rests: ['active', 'archived'],
  ends: ['archived'],
  cancels: [],
};

/** A guarantee is seen with its contract. */
const guarantee: Source<GuaranteeState> = {
  documents: (user) => sql`
    SELECT g.id, coalesce(d.number, '#' || d.id) || ' · ' || p.fullname AS title, o.name AS organization,
           g.created_at AS at, g.status AS state
    FROM guarantee g JOIN document d ON d.id = g.contract_id JOIN client p ON p.id = g.client_id
    JOIN organization o ON o.id = d.organization_id WHERE ${seesContract(user)}`,
  rests: ['signed', 'released', 'dropped'],
  ends: ['released', 'dropped'],
  cancels: ['dropped'],
};

/** Who reads runs of the scoring reads all of them: persons are everybody's (decision 91). */
const scoringRun: Source<ScoringRunState> = {
  documents: (user) => sql`
    SELECT r.id, r.fullname AS title, NULL::text AS organization, r.created_at AS at, r.status AS state
    FROM scoring_run r WHERE ${allows(user.rules, READS_RUNS)}`,
  rests: ['decided', 'failed', 'expired'],
  ends: ['expired'],
  cancels: [],
};

/** Sessions about cards are those of who reads clients; of one that is no client yet its author alone knows. */
const myIdSession: Source<MyIdSessionState> = {
  documents: (user) => sql`
    SELECT s.id, coalesce(c.fullname, '#' || s.id) AS title, NULL::text AS organization, s.created_at AS at, s.status AS state
    FROM myid_session s LEFT JOIN client c ON c.id = s.client_id
    WHERE s.created_by = ${user.id} OR (s.client_id IS NOT NULL AND ${allows(user.rules, 'client.show')})`,
  rests: ['passed', 'failed', 'expired'],
  cancels: ['expired'],
};

/** Who reads the gallery reads every remark; it is named by how it begins. */
const remark: Source<RemarkState> = {
  documents: (user) => sql`
    SELECT r.id, left(r.text, 60) AS title, NULL::text AS organization, r.at, r.status AS state
    FROM chart_remark r WHERE ${allows(user.rules, 'workflows.show')}`,
  rests: ['settled'],
  cancels: [],
};

/** Who reads the workflows reads what is reported of them. */
const problemReport: Source<ReportState> = {
  documents: (user) => sql`
    SELECT r.id, '№ ' || r.id AS title, NULL::text AS organization, r.created_at AS at, r.status AS state
    FROM problem_report r WHERE ${allows(user.rules, 'workflows.show')}`,
  rests: ['settled'],
  cancels: [],
};

export const SOURCES: Record<Replayed, Source> = {
  countingAct,
  invoice,
  output,
  saleOrder,
  contract,
  practiceDay,
  practiceMonth,
  announcement,
  approval,
  testSitting,
  staffTest,
  settingRevision,
  counter,
  directoryRecord,
  mobileDevice,
  productLock,
  smsAppDevice,
  user,
  import: importSource,
  scoringRun,
  myIdSession,
  cashDocument,
  appeal: ofDocument(appeal),
  pledgeEvaluation: ofDocument(pledgeEvaluation),
  contractError: ofDocument(contractError),
  questionnaire: ofDocument(questionnaire),
  guarantee,
  paymentCertificate: ofDocument(paymentCertificate),
  initiativeClient: ofDocument(initiativeClient),
  remark,
  problemReport,
};
