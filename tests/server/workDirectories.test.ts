/** What the directories around clients, messages and goods refuse beside their kinds, and what they compute. */
import { expect, it } from 'vitest';
import { classifier } from '../../contract/directories/classifier.ts';
import { classifierValue } from '../../contract/directories/classifierValue.ts';
import { competitorNews } from '../../contract/directories/competitorNews.ts';
import { initiativePartner } from '../../contract/directories/initiativePartner.ts';
import { ministry } from '../../contract/directories/ministry.ts';
import { serialCategory } from '../../contract/directories/serialCategory.ts';
import { smsTemplate } from '../../contract/directories/smsTemplate.ts';
import { systemMessage } from '../../contract/directories/systemMessage.ts';
import { workplace } from '../../contract/directories/workplace.ts';
import { workplaceCategory } from '../../contract/directories/workplaceCategory.ts';
import { variantGetAll } from '../../contract/invoices/choices.ts';
import { unknownVariable } from '../../contract/messages.ts';
import { SYSTEM_MESSAGES } from '../../contract/systemMessages.ts';
import { ORGANIZATION, PEOPLE, PLAIN, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;

interface Answer {
  status: number;
  error: { errors?: Record<string, string[]> };
}
const faultsOf = ({ status, error }: Answer) => [status, Object.keys(error.errors ?? {})];
const make = async (directory: { calls: { create: unknown } }, body: object) =>
  faultsOf((await on().call('director', directory.calls.create as never, { body } as never)) as Answer);

it('a person who brings clients has a PINFL, a shop need not', async () => {
  const person = { name: 'Yusupova Gulchehra', kind: 'person', phone: '+998907714852' };
  expect(await make(initiativePartner, person)).toEqual([422, ['pinfl']]);
  const { data } = await on().do('director', initiativePartner.calls.create, {
    body: { ...person, kind: 'shop' as const },
  });
  // what is not sent stays, and is asked about all the same
  const turned = { params: { id: data.id }, body: { ...person, kind: 'person' as const } };
  expect(faultsOf(await on().call('director', initiativePartner.calls.update, turned))).toEqual([422, ['pinfl']]);
  const body = { ...turned.body, pinfl: '41204790000012' };
  const { data: known } = await on().do('director', initiativePartner.calls.update, { ...turned, body });
  expect(known.pinfl).toBe('41204790000012');
});

it('an IMEI is a serial number, and only a phone with one is locked', async () => {
  const phones = { category_id: 1, serial: false, imei_count: 2, lock_on_debt: true };
  expect(await make(serialCategory, phones)).toEqual([422, ['serial']]);
  expect(await make(serialCategory, { ...phones, serial: true, imei_count: 0 })).toEqual([422, ['lock_on_debt']]);
  expect((await make(serialCategory, { ...phones, serial: true }))[0]).toBe(200);
});

it('a kind of appeal has its days, other values have none', async () => {
  const lists = (await on().do('director', classifier.calls.index, { query: {} })).data;
  const idOf = (code: string) => lists.find((list) => list.code === code)?.id ?? 0;
  const value = (list: string, days: number | null) => ({
    ...{ classifier_id: idOf(list), code: 'complaint', days, place: 1 },
    name: { uz: 'Shikoyat', ru: 'Жалоба' },
  });
  expect(await make(classifierValue, value('appeal_kind', null))).toEqual([422, ['days']]);
  expect(await make(classifierValue, value('education', 3))).toEqual([422, ['days']]);
  expect((await make(classifierValue, value('appeal_kind', 3)))[0]).toBe(200);
  const { data } = await on().do('director', classifier.calls.show, { params: { id: idOf('appeal_kind') } });
  expect(data).toMatchObject({ values: 1, allowed_events: ['record.update'], frozen: { code: expect.any(String) } });
  const renamed = { params: { id: data.id }, body: { name: data.name, code: 'appeal' } };
  expect(faultsOf(await on().call('director', classifier.calls.update, renamed))).toEqual([422, ['code']]);
});

it('a competitor is compared with our price of the day when it was seen, which is not to come', async () => {
  const { db } = on();
  await db.tx(async (trx) => {
    await trx.deleteFrom('price').where('product_variant_id', '=', PLAIN).execute();
    for (const [price, valid_from] of [
      [100_000, '2026-11-01T05:00:00+05:00'],
      [120_000, '2026-11-10T18:00:00+05:00'],
    ] as const)
      await trx.insertInto('price').values({ product_variant_id: PLAIN, price, valid_from }).execute();
  });
  const news = (seen: string) => ({ competitor: 'Texno Bozor', organization_id: ORGANIZATION, price: 110_000, seen });
  const seen = async (day: string) => {
    const body = { ...news(day), variant_id: PLAIN };
    const { data } = await on().do('director', competitorNews.calls.create, { body });
    return [data.our_price, data.difference];
  };
  expect(await seen('2026-10-31')).toEqual([null, null]);
  expect(await seen('2026-11-09')).toEqual([100_000, 10_000]);
  expect(await seen('2026-11-10')).toEqual([120_000, -10_000]);
  expect(await make(competitorNews, news('2026-11-10'))).toEqual([422, ['variant_id']]);
  expect((await make(competitorNews, { ...news('2026-11-10'), offer: 'Har bir xaridga sovgʻa' }))[0]).toBe(200);
  expect(await make(competitorNews, { ...news('2099-12-31'), variant_id: PLAIN })).toEqual([422, ['seen']]);
});

it('who only compares with competitors chooses a product without its markup and purchase price', async () => {
  await on().db.tx(async (trx) => {
    await trx
      .insertInto('markup_category')
      .values({
        ...{ category_id: 1, organization_id: null, no_cash: 95, additional: 25, other_additional: 0 },
        ...{ valid_from: '2026-01-01', status: 'valid', created_by: null },
      })
      .execute();
    await trx
      .insertInto('user_rule')
      .values({
        ...{ user_id: PEOPLE.nobody.id, resource: 'competitor_news', action: 'show', granted: true },
        until: null,
      })
      .execute();
  });
  const chosen = async (who: 'director' | 'nobody') =>
    (await on().do(who, variantGetAll, { query: { id: PLAIN } })).data[0];
  expect(await chosen('director')).toMatchObject({ id: PLAIN, defaults: { no_cash: 95, additional: 25 } });
  expect(await chosen('nobody')).toMatchObject({ id: PLAIN, defaults: { no_cash: 100, additional: 0 }, last: null });
});

it('ministries and categories of employers count them', async () => {
  const name = (word: string) => ({ uz: word, ru: `${word} (ru)` });
  const body = { name: name('Adliya'), kind: 'ministry' as const };
  const { data: above } = await on().do('director', ministry.calls.create, { body });
  const { data: category } = await on().do('director', workplaceCategory.calls.create, {
    body: { name: name('Davlat'), certificate: true },
  });
  const employer = { name: 'Notarial idora', stir: '201874355', workplace_category_id: category.id };
  await on().do('director', workplace.calls.create, { body: { ...employer, ministry_id: above.id } });
  const counted = await Promise.all([
    on().do('director', ministry.calls.show, { params: { id: above.id } }),
    on().do('director', workplaceCategory.calls.show, { params: { id: category.id } }),
  ]);
  expect(counted.map(({ data }) => data.workplaces)).toEqual([1, 1]);
});

it('a template names the variable that is unknown', async () => {
  const body = {
    name: 'Eslatma',
    kind: 'debt' as const,
    text: { uz: '{client}, {qarz} soʻm', ru: '{client}, {debt} сум' },
  };
  const { status, error } = await on().call('director', smsTemplate.calls.create, { body });
  expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['text.uz']]);
  expect(error.errors?.['text.uz']?.[0]).toContain('{qarz}');
});

it('a message of the system comes with the release: its words change, within its own variables', async () => {
  const { data } = await on().do('director', systemMessage.calls.index, { query: { per_page: 100 } });
  expect(data.map(({ code }) => code)).toEqual(Object.keys(SYSTEM_MESSAGES).sort());
  for (const { code, text } of data)
    for (const words of [text.uz, text.ru])
      expect(unknownVariable(words, SYSTEM_MESSAGES[code] ?? []), code).toBeNull();
  const one = data.find(({ code }) => code === 'imei_unlocked');
  if (!one) throw new Error('no message imei_unlocked');
  const { id, code, kind } = one;
  const write = (body: object) =>
    on().call('director', systemMessage.calls.update, {
      params: { id },
      body: { code, kind, text: { uz: '{client}, rahmat!', ru: '{client}, спасибо!' }, ...body },
    });
  expect(faultsOf(await write({ code: 'imei_free' }))).toEqual([422, ['code']]);
  const wrong = await write({ text: { uz: '{client}, rahmat!', ru: '{client}, долг {debt}' } });
  expect(faultsOf(wrong)).toEqual([422, ['text']]);
  expect(wrong.error.errors?.text?.[0]).toContain('{debt}');
  expect((await write({})).status).toBe(200);
  const found = await on().do('director', systemMessage.calls.index, { query: { search: 'спасибо' } });
  expect(found.data.map((row) => row.id)).toEqual([id]);
});
