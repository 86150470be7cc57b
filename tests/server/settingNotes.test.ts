/**
 * What a revision does to the other days of its subject is said before it is saved by hand, of every dated setting: it holds at
 * once, takes the place of another, ends a period, or holds only until the next. Of rows of a file the same is said
 * (`settingImportNotes.test.ts`).
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { branchSeal } from '../../contract/settings/branchSeal.ts';
import { settings } from '../../contract/settings/index.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { CLOSED, LAST, settingWorld, startFor } from './settingWorld.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

type Body = Record<string, unknown>;

const server = withServer();
const world = settingWorld(server);
const { create, settled, subjectOf } = world;

const FUTURE = '2091-06-01';
const LATER = '2091-07-01';
const today = () => tashkentDay(new Date());

const TODAY_SAID = 'Bugundan: darhol kuchga kiradi.';
const PAST_SAID = 'Birinchi kuni oʻtib ketgan: darhol kuchga kiradi.';
/** A settled version of the scoring model keeps the figures of its first day (decision 75): nothing changes by itself. */
const TAKEN_BY_MODEL: readonly string[] = ['paymentDisciplineSetting', 'criterionCondition'];
const MODEL_TODAY_SAID = 'Bugundan: raqamlarni skoring modelining keyingi talqini oladi.';
const MODEL_PAST_SAID = 'Birinchi kuni oʻtib ketgan: raqamlarni skoring modelining keyingi talqini oladi.';
const PAST_ALONE_SAID = 'Faqat oʻtgan kunlarga yoziladi, bugun kuchda boʻlmaydi.';
const SAME_DAY_SAID = 'Shu kundan boshqa qiymat kiritilgan: uning oʻrnini oladi.';
const UNTIL_FUTURE_SAID = '31.05.2091 gacha amal qiladi: ertasidan boshqa qiymat bor.';
const ENDED_SAID = '01.06.2091 – 31.01.2092 davri toʻxtaydi: oʻrnini yangi qiymat oladi, keyin u davom etmaydi.';

/** What is said of a day, of figures that end on the last one. */
async function said(
  { calls }: AnySetting,
  subject: Body,
  valid_from: string,
  last?: string,
  who: PersonName = 'director',
) {
  const chosen = Object.fromEntries(Object.entries(subject).filter(([, value]) => value !== null));
  const query = { ...chosen, valid_from, ...(last && { last }) };
  return (await server.current.do(who, calls.notes as typeof branchSeal.calls.notes, { query: query as never })).data;
}

beforeAll(world.prepare);

describe.each(settings.map((one: AnySetting) => [one.spec.name, one] as const))('%s', (name, setting) => {
  const { confirm, ahead, until, starts } = setting.spec;
  // nothing holds before a second person has settled it
  const isTaken = TAKEN_BY_MODEL.includes(name);
  const fromPast = isTaken ? MODEL_PAST_SAID : PAST_SAID;
  const now = startFor(setting, today());
  const fromNow = now < today() ? fromPast : isTaken ? MODEL_TODAY_SAID : TODAY_SAID;
  /** The next first day and the one before. */
  const soon = startFor(setting, daysAfter(now, starts === 'month' ? 31 : 1));
  const before = startFor(setting, daysAfter(now, -1));
  const atOnce = (sentence: string) => (confirm ? [] : [sentence]);
  beforeEach(() => world.begin(setting));

  it('says which other days a new revision touches, and nothing of what is refused', async () => {
    const subject = await subjectOf(setting);
    expect(await said(setting, subject, now)).toEqual(atOnce(fromNow));
    expect(await said(setting, subject, soon)).toEqual([]);
    // a draft counts for nothing
    await create(setting, subject, FUTURE);
    expect(await said(setting, subject, FUTURE)).toEqual([]);

    await settled(setting, subject, FUTURE);
    expect(await said(setting, subject, FUTURE)).toEqual([SAME_DAY_SAID]);
    expect(await said(setting, subject, now)).toEqual([...atOnce(fromNow), UNTIL_FUTURE_SAID]);
    expect(await said(setting, subject, soon)).toEqual([UNTIL_FUTURE_SAID]);
    expect(await said(setting, subject, LATER)).toEqual(until === undefined ? [] : [ENDED_SAID]);
    if (until !== undefined) {
      expect(await said(setting, subject, soon, '2091-05-31')).toEqual([]);
      expect(await said(setting, subject, soon, LAST)).toEqual([UNTIL_FUTURE_SAID]);
      expect(await said(setting, subject, FUTURE, LATER)).toEqual([SAME_DAY_SAID]);
      expect(await said(setting, subject, LATER, FUTURE)).toEqual([]);
    }

    expect(await said(setting, subject, before)).toEqual(ahead ? [] : [...atOnce(fromPast), UNTIL_FUTURE_SAID]);
    expect(await said(setting, subject, CLOSED)).toEqual([]);
    if (starts === 'month') expect(await said(setting, subject, daysAfter(FUTURE, 1))).toEqual([]);
    if (until !== undefined) expect(await said(setting, subject, before, before)).toEqual(atOnce(PAST_ALONE_SAID));
    // of another subject, where there are several
    const other = await subjectOf(setting);
    if (JSON.stringify(other) !== JSON.stringify(subject)) expect(await said(setting, other, FUTURE)).toEqual([]);
  });
});

it('says nothing of revisions that the reader does not see', async () => {
  const setting = branchSeal as unknown as AnySetting;
  await world.begin(setting);
  const of = (organization_id: number) => ({ organization_id, kind: 'seal' });
  for (const id of [ORGANIZATION, OTHER_ORGANIZATION]) await settled(setting, of(id), FUTURE);
  expect(await said(setting, of(OTHER_ORGANIZATION), FUTURE)).toEqual([SAME_DAY_SAID]);
  for (const action of ['show', 'edit'])
    await server.current.db.kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.keeper.id, resource: 'branch_seal', action, granted: true, until: null })
      .onConflict((row) => row.doNothing())
      .execute();
  expect(await said(setting, of(ORGANIZATION), FUTURE, undefined, 'keeper')).toEqual([SAME_DAY_SAID]);
  expect(await said(setting, of(OTHER_ORGANIZATION), FUTURE, undefined, 'keeper')).toEqual([]);
});
