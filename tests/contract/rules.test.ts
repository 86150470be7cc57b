import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allows, isWellFormed, type Rules } from '../../contract/rules.ts';

const rules: Rules = { act_of_count: { show: true, add: false }, cashbox: { show: true } };

describe('allows', () => {
  it('opens what has no rule', () => {
    expect(allows({}, undefined)).toBe(true);
  });

  it('follows the dotted path', () => {
    expect(allows(rules, 'act_of_count.show')).toBe(true);
    expect(allows(rules, 'act_of_count.add')).toBe(false);
    expect(allows(rules, 'act_of_count.allshow')).toBe(false);
    expect(allows(rules, 'contract.show')).toBe(false);
  });

  it('is content with one alternative', () => {
    expect(allows(rules, 'act_of_count.allshow|cashbox.show')).toBe(true);
    expect(allows(rules, 'act_of_count.allshow|contract.show')).toBe(false);
    expect(allows(rules, ' act_of_count.show | contract.show ')).toBe(true);
  });

  it('wants every rule of a list', () => {
    expect(allows(rules, ['act_of_count.show', 'cashbox.show'])).toBe(true);
    expect(allows(rules, ['act_of_count.show', 'contract.show'])).toBe(false);
    expect(allows(rules, [])).toBe(true);
  });

  it('reads own properties only', () => {
    for (const inherited of ['constructor.name', 'act_of_count.constructor', '__proto__.show', 'toString.length']) {
      expect(allows(rules, inherited), inherited).toBe(false);
    }
  });

  it('never grants a malformed rule', () => {
    const blank = { '': { show: true }, act_of_count: { '': true } } as Rules;
    for (const malformed of ['.show', '', '|', 'act_of_count.', ' .show']) {
      expect(allows(blank, malformed), malformed).toBe(false);
      expect(isWellFormed(malformed), malformed).toBe(false);
    }
    // the whole alternatives beside a malformed one still count
    expect(allows(rules, '.show|cashbox.show')).toBe(true);
    expect(isWellFormed('.show|cashbox.show')).toBe(false);
  });

  it('grants exactly what the tree holds, for any expression', () => {
    const word = fc.stringMatching(/^[a-z_]{1,8}$/);
    const tree = fc.dictionary(word, fc.dictionary(word, fc.boolean()));
    fc.assert(
      fc.property(tree, word, word, (some, resource, action) => {
        const own = Object.hasOwn(some, resource) ? some[resource] : undefined;
        const granted = own !== undefined && Object.hasOwn(own, action) && own[action] === true;
        expect(allows(some, `${resource}.${action}`)).toBe(granted);
        expect(allows(some, `no_such_thing.show|${resource}.${action}`)).toBe(granted);
      }),
    );
  });

  it('grants nothing for any odd text but by a whole path', () => {
    fc.assert(
      fc.property(fc.string(), (odd) => {
        expect(allows({}, odd)).toBe(false);
      }),
    );
  });
});
