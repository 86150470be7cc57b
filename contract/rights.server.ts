/** What only the server needs of the calls of `rights.ts`: rights and what they ask for. */

import * as z from 'zod/mini';
import { day, id, pageQuery, queryId } from './common.ts';
import { serverSide } from './serverSide.ts';

const extension = { origin: 'extension' } as const;

const ids = () => z.array(id()).check(z.maxLength(1000));
/** Why it is saved though documents stay with nobody, and what of them was seen. */
const saving = {
  reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  seen: z.optional(z.string().check(z.maxLength(64))),
};
const positions = z
  .array(z.object({ id: id(), version: z.int(), add: ids(), remove: ids() }))
  .check(z.minLength(1), z.maxLength(200));
const changes = z
  .array(
    z.object({
      rule_id: id(),
      /** A rule of the own, one taken away, or what the position says. */
      own: z.enum(['added', 'taken', 'none']),
      until: z.optional(z.nullable(day())),
    }),
  )
  .check(z.minLength(1), z.maxLength(1000));

export const rightsServer = serverSide({
  positionRuleMatrix: {
    ...extension,
    rule: 'position_rule.show',
    summary: 'Rules by positions: every rule with its title, every position with its rules and its version.',
  },
  positionRulePreview: {
    ...extension,
    rule: 'position_rule.edit',
    body: z.object({ positions }),
    maxBytes: 2_000_000,
    summary:
      'What a change of the matrix does: whom it touches, and which open documents nobody could move on any more.',
  },
  positionRuleUpdate: {
    ...extension,
    rule: 'position_rule.edit',
    body: z.object({ positions, ...saving }),
    maxBytes: 2_000_000,
    summary: 'Changes rules of positions, all ticks at once. Documents that stay with nobody need a reason.',
  },
  positionRuleHistory: {
    ...extension,
    rule: 'position_rule.show',
    summary: 'Who changed the rules of a position, and what.',
  },
  userRuleShow: {
    ...extension,
    rule: 'user_rule.show',
    summary: 'Every rule with where a person has it from, until when and by whom.',
  },
  userRulePreview: {
    ...extension,
    rule: 'user_rule.edit',
    body: z.object({ changes }),
    maxBytes: 101_000,
    summary: 'Which open documents nobody could move on any more after a change of personal rules.',
  },
  userRuleUpdate: {
    ...extension,
    rule: 'user_rule.edit',
    body: z.object({ changes, ...saving }),
    maxBytes: 101_000,
    summary: 'Gives a person rules, takes them away, or leaves them to the position.',
  },
  userRuleHistory: {
    ...extension,
    rule: 'user_rule.show',
    summary: 'Who changed the rules of a person, and what.',
  },
  userRuleAttached: {
    ...extension,
    rule: 'user_rule.show',
    query: z.object({
      ...pageQuery,
      rule_id: z.optional(queryId()),
      user_id: z.optional(queryId()),
      position_id: z.optional(queryId()),
      organization_id: z.optional(queryId()),
      origin: z.optional(z.enum(['position', 'added', 'taken'])),
      search: z.optional(z.string().check(z.maxLength(100))),
      sort: z.optional(z.enum(['person', '-person', 'rule', '-rule', 'until', '-until'])),
    }),
    summary: 'Who holds a rule and how; without a rule or a person named, only what was given or taken personally.',
  },
});
