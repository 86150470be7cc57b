import { describe, expect, it } from 'vitest';
import { MASK, masked, maskedEvent } from '../../src/live/mask.ts';

describe('what is shown of an event', () => {
  it('nothing that a person typed, no name, no secret', () => {
    const event = {
      type: 'credentials.submit',
      username: 'director',
      password: 'qwerty',
      code: 'A1b2C3d4',
      oldPassword: 'qwerty',
      token: 'abc',
      phone: 998901234567,
      phones: ['+998 90 123-45-67'],
      fullname: 'Yusupov Botir',
      comment: 'ok',
      imei: 490154203237518,
      pinfl: '31203851234567',
      card_number: 8600,
      reason: 'Botir Yusupov kelmadi',
    };
    const shown = maskedEvent(event);
    expect(shown).toEqual({
      ...Object.fromEntries(Object.keys(event).map((key) => [key, MASK])),
      type: 'credentials.submit',
      phones: [MASK],
    });
    expect(JSON.stringify(shown)).not.toMatch(/qwerty|director|Yusupov|Botir|998|8600/);
  });

  it('no name as a word of the code, as a key, or in nine figures', () => {
    expect(
      masked({
        reason: 'kasal',
        currency: 'Karimov',
        field: 'Aliyev',
        format: 123_456_789_012,
        tin: 301_234_567,
        owner_tin: 301_234_567,
        mobile: 901_234_567,
        found: { karimov: [], AA1234567: [], 17: [] },
        drafts: { AA1234567: 1, line_17: 2 },
      }),
    ).toEqual({
      reason: MASK,
      currency: MASK,
      field: MASK,
      format: MASK,
      tin: MASK,
      owner_tin: MASK,
      mobile: MASK,
      found: { [MASK]: [], 17: [] },
      drafts: { [MASK]: 1, line_17: 2 },
    });
    expect(masked({ currency: 'USD', field: 'value', startedAt: 1_763_800_000_000 })).toEqual({
      currency: 'USD',
      field: 'value',
      startedAt: 1_763_800_000_000,
    });
  });

  it('the shape, counts, ids, words of the code, times', () => {
    const event = {
      type: 'line.edit',
      id: 412,
      count: 3,
      price: 1_250_000,
      confirmed: true,
      nothing: null,
      empty: '',
      status: 'not_saved',
      startedAt: 1_763_800_000_000,
      rows: { 17: { count: 2 }, '4780000000001': { count: 1 } },
    };
    expect(maskedEvent(event)).toEqual({
      ...event,
      rows: { 17: { count: 2 }, [MASK]: { count: 1 } },
    });
  });

  it('a secret in the form of a connection', () => {
    const event = { type: 'record.save', fields: { service: 'myid', key: 'kalit-7f3a', time_limit: 5000 } };
    expect(maskedEvent(event)).toEqual({
      type: 'record.save',
      fields: { service: MASK, key: MASK, time_limit: 5000 },
    });
  });

  it('files, errors and what is deep stay here; long lists are cut', () => {
    expect(masked({ file: new File(['x'], 'pasport.jpg'), error: new Error('Yusupov'), at: new Date(0) })).toEqual({
      file: MASK,
      error: MASK,
      at: MASK,
    });
    expect(masked(Array.from({ length: 25 }, (_, at) => at))).toHaveLength(21);
    const deep: { inner?: unknown } = {};
    let now = deep;
    for (let at = 0; at < 10; at += 1) {
      const inner = {};
      now.inner = inner;
      now = inner;
    }
    expect(JSON.stringify(masked(deep))).toContain(MASK);
  });
});
