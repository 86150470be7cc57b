/** Cash service: rules of positions and of people (areas 2.1, 4.4; decision 89), and whom a change leaves without a way out. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, instant, listOf, Meta, Person } from './common.ts';
import { RULE_AREAS } from './directories/rule.ts';
import { RecordLine } from './records.ts';

const Named = z.object({ id: z.int(), title: z.string() });

export const TitledRule = z.object({
  id: z.int(),
  resource: z.string(),
  action: z.string(),
  title: z.string(),
  area: z.enum(RULE_AREAS),
});
export type TitledRule = z.infer<typeof TitledRule>;

/** Open documents of a branch in one state that nobody active could move on any more. */
export const StuckLine = z.object({
  organization: z.nullable(Named),
  chart: z.string(),
  /** Of revisions their setting; null of what is in one table. */
  kind: z.nullable(z.string()),
  /** What they are called, the state and its next step, in the reader's language. */
  words: z.object({ kind: z.string(), state: z.string(), step: z.string() }),
  state: z.string(),
  look: z.string(),
  count: z.int(),
  oldest: instant(),
  /** Who could move them before. */
  people: z.array(z.string()),
});
export type StuckLine = z.infer<typeof StuckLine>;

/** What a change of rights leaves behind: shown before it is saved, and sent back so that what was seen is what is saved. */
export const Stuck = z.object({ lines: z.array(StuckLine), seen: z.string() });
export type Stuck = z.infer<typeof Stuck>;

export const MatrixPosition = z.object({
  id: z.int(),
  title: z.string(),
  kind: z.string(),
  people: z.int(),
  version: z.int(),
  /** The reader's own position: nobody gives rights to it himself (decision 89). */
  own: z.boolean(),
  /** Ids of its rules. */
  rules: z.array(z.int()),
  changed: z.nullable(z.object({ by: z.nullable(Person), at: instant() })),
});
export type MatrixPosition = z.infer<typeof MatrixPosition>;

export const RuleMatrix = z.object({ positions: z.array(MatrixPosition), rules: z.array(TitledRule) });
export type RuleMatrix = z.infer<typeof RuleMatrix>;

export const positionRuleMatrix = defineCall({
  id: 'positionRuleMatrix',
  service: 'cash',
  method: 'GET',
  path: '/position_rule/matrix',
  response: dataOf(RuleMatrix),
});

/** What one tick means for the people of the position. */
export const PositionChange = z.object({
  rule: TitledRule,
  granted: z.boolean(),
  /** Who gains or loses it by this. */
  people: z.int(),
  /** Who has it, or has it not, by a rule of the own whatever the position says. */
  personal: z.int(),
});
export const PositionRulePreview = z.object({
  /** In all positions. */
  people: z.int(),
  positions: z.array(z.object({ id: z.int(), title: z.string(), people: z.int(), changes: z.array(PositionChange) })),
  stuck: Stuck,
});
export type PositionRulePreview = z.infer<typeof PositionRulePreview>;

export const positionRulePreview = defineCall({
  id: 'positionRulePreview',
  service: 'cash',
  method: 'POST',
  path: '/position_rule/preview',
  stale: [],
  response: dataOf(PositionRulePreview),
});

/** What rights were read in: lists of them are read again once they changed. */
const READINGS = [
  'positionRuleMatrix',
  'positionRuleHistory',
  'positionIndex',
  'ruleIndex',
  'userRuleShow',
  'userRuleHistory',
  'userRuleAttached',
];

export const positionRuleUpdate = defineCall({
  id: 'positionRuleUpdate',
  service: 'cash',
  method: 'PUT',
  path: '/position_rule/update',
  stale: READINGS,
  response: z.extend(dataOf(RuleMatrix), { message: z.string() }),
});

export const positionRuleHistory = defineCall({
  id: 'positionRuleHistory',
  service: 'cash',
  method: 'GET',
  path: '/position_rule/history/{id}',
  response: dataOf(z.array(RecordLine)),
});

/** Where a rule of a person comes from: the position, a rule of the own, or it was taken away; `none`: from nowhere. */
export const ORIGINS = ['position', 'added', 'taken', 'none'] as const;
export type Origin = (typeof ORIGINS)[number];

export const PersonalRule = z.extend(TitledRule, {
  holds: z.boolean(),
  origin: z.enum(ORIGINS),
  by_position: z.boolean(),
  /** Of the rule of the own. */
  until: z.nullable(z.iso.date()),
  /** It had its time: `until` is past. */
  over: z.boolean(),
  since: z.nullable(instant()),
  by: z.nullable(Person),
  /** Whether the reader may give or take it: only what one holds oneself (decision 89). */
  may_give: z.boolean(),
});
export type PersonalRule = z.infer<typeof PersonalRule>;

export const RulesOfPerson = z.object({
  person: z.extend(Person, { username: z.string(), active: z.boolean(), office: z.boolean() }),
  position: Named,
  organization: Named,
  version: z.int(),
  /** Nobody changes the own rules. */
  own: z.boolean(),
  rules: z.array(PersonalRule),
});
export type RulesOfPerson = z.infer<typeof RulesOfPerson>;

export const userRuleShow = defineCall({
  id: 'userRuleShow',
  service: 'cash',
  method: 'GET',
  path: '/user_rule/show/{id}',
  response: dataOf(RulesOfPerson),
});

export const userRulePreview = defineCall({
  id: 'userRulePreview',
  service: 'cash',
  method: 'POST',
  path: '/user_rule/preview/{id}',
  stale: [],
  response: dataOf(Stuck),
});

export const userRuleUpdate = defineCall({
  id: 'userRuleUpdate',
  service: 'cash',
  method: 'PUT',
  path: '/user_rule/update/{id}',
  stale: READINGS,
  response: z.extend(dataOf(RulesOfPerson), { message: z.string() }),
});

export const userRuleHistory = defineCall({
  id: 'userRuleHistory',
  service: 'cash',
  method: 'GET',
  path: '/user_rule/history/{id}',
  response: dataOf(z.array(RecordLine)),
});

export const AttachedRule = z.object({
  /** The rule's and the person's id: `41-7`. */
  id: z.string(),
  rule: TitledRule,
  person: Person,
  position: z.string(),
  organization: z.string(),
  origin: z.enum(['position', 'added', 'taken']),
  since: z.nullable(instant()),
  until: z.nullable(z.iso.date()),
});
export type AttachedRule = z.infer<typeof AttachedRule>;

export const userRuleAttached = defineCall({
  id: 'userRuleAttached',
  service: 'cash',
  method: 'GET',
  path: '/user_rule/attached',
  response: z.extend(listOf(AttachedRule), { meta: Meta }),
});

export const rightsCalls = [
  positionRuleMatrix,
  positionRulePreview,
  positionRuleUpdate,
  positionRuleHistory,
  userRuleShow,
  userRulePreview,
  userRuleUpdate,
  userRuleHistory,
  userRuleAttached,
] as const;
