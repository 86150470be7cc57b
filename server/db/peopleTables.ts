/** Tables of organizations, people, their rights, sessions and choices. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { ChartName } from '../../contract/charts.ts';
import type { ReportedChart } from '../../contract/problemReports.ts';
import type { Replayed } from '../../contract/workflows.ts';
import type { ReportState } from '../../machines/problemReport/problemReport.machine.ts';
import type { RemarkState } from '../../machines/remark/remark.machine.ts';
import type { UserState } from '../../machines/user/user.machine.ts';
import type { Defaulted, Instant, InstantNow, Json } from './columns.ts';

export interface PeopleTables {
  territory: { id: Generated<number>; name: string; search_key: Defaulted<string>; active: Defaulted<boolean> };
  organization: {
    id: Generated<number>;
    name: string;
    short_name: string;
    code: string;
    kind: 'branch' | 'office' | 'shop' | 'warehouse';
    territory_id: number | null;
    parent_id: number | null;
    address: string | null;
    phone: string | null;
    scoring_required: Defaulted<boolean>;
    aliases: string | null;
    search_key: Defaulted<string>;
    active: Defaulted<boolean>;
  };
  position: {
    id: Generated<number>;
    name_uz: string;
    name_ru: string;
    active: Defaulted<boolean>;
    rules_version: Defaulted<number>;
    search_key: Defaulted<string>;
    kind: 'sale' | 'cash' | 'stock' | 'levy' | 'office';
  };
  app_user: {
    id: Generated<number>;
    username: string;
    password_hash: string;
    password_expired: Defaulted<boolean>;
    fullname: string;
    phone: string | null;
    position_id: number;
    organization_id: number;
    office: Defaulted<boolean>;
    scoring: Defaulted<boolean>;
    prizma_status: Defaulted<boolean>;
    last_login: Instant | null;
    search_key: Defaulted<string>;
    status: Defaulted<UserState>;
    /** Made of the status by the database. */
    active: GeneratedAlways<boolean>;
    version: Defaulted<number>;
    created_by: Defaulted<number | null>;
    since: InstantNow;
    rules_version: Defaulted<number>;
    created_at: InstantNow;
  };
  rule: {
    id: Generated<number>;
    resource: string;
    action: string;
    title_uz: Defaulted<string>;
    title_ru: Defaulted<string>;
    area: Defaulted<string>;
    search_key: Defaulted<string>;
  };
  position_rule: { position_id: number; resource: string; action: string; since: InstantNow };
  user_rule: {
    user_id: number;
    resource: string;
    action: string;
    granted: boolean;
    until: string | null;
    since: InstantNow;
    given_by: Defaulted<number | null>;
  };
  /** Raised with every change of the rules of a position or of a person (migration 0309). */
  rule_stamp: { of: 'position' | 'user'; id: number; stamp: Defaulted<number> };
  session_token: {
    id: Generated<number>;
    token_hash: string;
    user_id: number;
    created_at: InstantNow;
    expires_at: Instant;
    revoked_at: Instant | null;
    user_agent: string | null;
    /** The device whose application has registered in it. */
    device_id: Defaulted<number | null>;
  };
  mobile_device: {
    id: Generated<number>;
    status: Defaulted<string>;
    last_seen: Instant | null;
  };
  rate_limit: { key: string; points: Defaulted<number>; expire: number | null };
  favorite_page: { user_id: number; position: number; path: string; title: string; icon: string };
  form_draft: {
    user_id: number;
    form: string;
    of: string;
    visit: string;
    at: Instant;
    until: Instant;
    fields: Json<Record<string, unknown>>;
    base: Json<Record<string, unknown>>;
  };
  list_view: {
    id: Generated<number>;
    user_id: number;
    list: string;
    name: string;
    address: string;
    columns: Json<Record<string, boolean>>;
    shared: boolean;
    version: Defaulted<number>;
  };
  scenario: {
    id: Generated<number>;
    machine: string;
    name: string;
    walk: string;
    ends: Json<string[]>;
    release: string;
    user_id: number;
    at: InstantNow;
  };
  chart_remark: {
    id: Generated<number>;
    machine: string;
    kind: 'state' | 'transition' | 'walk';
    place: string;
    text: string;
    release: string;
    print: string;
    status: Defaulted<RemarkState>;
    user_id: number;
    at: InstantNow;
    settled_by: Defaulted<number | null>;
    settled_at: Defaulted<Instant | null>;
    since: InstantNow;
  };
  chart_remark_answer: { id: Generated<number>; remark_id: number; text: string; user_id: number; at: InstantNow };
  /** What was kept with a report: names of charts, states, facts, events and requests, nothing personal. */
  problem_report: {
    id: Generated<number>;
    sentence: string;
    page: string;
    record_machine: Replayed | null;
    record_kind: string | null;
    record_id: number | null;
    charts: Json<ReportedChart[]>;
    events: Json<{ machine: ChartName; type: string }[]>;
    requests: Json<string[]>;
    release: string;
    scenario_id: number | null;
    status: Defaulted<ReportState>;
    version: Defaulted<number>;
    created_by: number;
    created_at: InstantNow;
    since: InstantNow;
  };
  user_dashboard: { user_id: number; chosen: boolean; version: number };
  /** Widget and size as they were saved: a later release may know others. */
  user_widget: { user_id: number; position: number; widget: string; size: string };
}
