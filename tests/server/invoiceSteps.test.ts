/** Steps of an invoice, Idempotency-Key and files (decisions 21, 43). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fileDownload } from '../../contract/counting/acts.ts';
import {
  invoiceChangePartner,
  invoiceConfirm,
  invoiceCreate,
  invoiceDelete,
  invoiceDeleteFile,
  invoiceHistory,
  invoiceIndex,
  invoiceSend,
  invoiceShow,
  invoiceUploadFile,
} from '../../contract/invoices/heads.ts';
import {
  lineCorrect,
  lineCreate,
  lineCreateMany,
  lineDelete,
  lineIndex,
  lineUpdate,
} from '../../contract/invoices/lines.ts';
import { attachSerials } from '../../contract/invoices/serials.ts';
import { NOTHING } from './acts.ts';
import { invoiceAccessKit } from './invoiceAccessKit.ts';
import {
  confirm,
  confirmed,
  draft,
  firstLine,
  head,
  invoiceFingerprint,
  line,
  linesOf,
  phones,
  send,
  show,
} from './invoiceKit.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { PEOPLE, type PersonName, PHONE, withServer } from './world.ts';

const server = withServer();
const { refused } = invoiceAccessKit(server);

describe('the lifecycle', () => {
  it('sends, takes back, confirms; each step has its moment', async () => {
    const id = await draft(server.current);
    await refused(
      () => server.current.call('purchaser', invoiceSend, { params: { id }, body: { value: true } }),
      409,
      'no_lines',
    );
    await server.current.do('purchaser', lineCreate, { params: { id }, body: line() });
    const step = (value: boolean) => server.current.do('purchaser', invoiceSend, { params: { id }, body: { value } });
    const there = await step(true);
    expect(there.data.sent_at).not.toBeNull();
    expect(there.message).toBe('Hisob-faktura tasdiqlashga yuborildi.');
    const back = await step(false);
    expect([back.data.status, back.data.sent_at]).toEqual(['draft', null]);
    await refused(() => server.current.call('purchaser', invoiceSend, { params: { id }, body: { value: false } }), 409);
    await step(true);
    await refused(
      () => server.current.call('accountant', invoiceConfirm, { params: { id }, body: { value: false } }),
      422,
      'validation',
    );
    const { data } = (await confirm(server.current, id)).body;
    expect(data).toMatchObject({
      status: 'confirmed',
      practice_day: { date: '2026-11-21' },
      confirmed_by: { id: PEOPLE.accountant.id },
    });
    expect(Object.keys((await show(server.current, id)).moments).sort()).toEqual(['confirmed', 'draft', 'sent']);
    const { data: history } = await server.current.do('accountant', invoiceHistory, { params: { id } });
    expect(history.map((one) => one.event).reverse()).toEqual([
      'invoice.create',
      'line.add',
      'invoice.send',
      'invoice.takeBack',
      'invoice.send',
      'invoice.confirm',
    ]);
  });

  it('names the lines whose serial numbers are missing', async () => {
    const id = await draft(server.current, [line(), phones(2), phones(3, { product_variant_id: 12 })]);
    await send(server.current, id);
    const before = await invoiceFingerprint(server.current);
    const answer = await confirm(server.current, id);
    expect([answer.status, answer.error.code]).toEqual([409, 'serials_missing']);
    expect(answer.error.lines).toEqual([
      { product_variant_id: PHONE, title: 'Smartfon 11', text: '0 / 2' },
      { product_variant_id: 12, title: 'Smartfon 12', text: '0 / 3' },
    ]);
    expect(answer.error.message).toContain('5');
    expect(await invoiceFingerprint(server.current)).toBe(before);
  });

  it('a dropped draft is nowhere', async () => {
    const id = await draft(server.current, [line()]);
    const { id: lineId } = await firstLine(server.current, id);
    await server.current.do('purchaser', invoiceDelete, { params: { id } });
    for (const answer of [
      await server.current.call('director', invoiceShow, { params: { id } }),
      await server.current.call('director', lineIndex, { params: { id } }),
      await server.current.call('director', invoiceHistory, { params: { id } }),
      await server.current.call('director', lineUpdate, { params: { id: lineId }, body: line() }),
      await server.current.call('director', invoiceDelete, { params: { id } }),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await server.current.do('director', invoiceIndex, { query: { id } })).meta.total).toBe(0);
    const { data } = await confirmedLines();
    expect((await server.current.call('director', invoiceDelete, { params: { id: data.id } })).status).toBe(409);
  });

  const confirmedLines = async () => ({ data: await confirmed(server.current, [line()]) });
});

describe('Idempotency-Key', () => {
  it('every writing call answers its first answer again and does nothing twice', async () => {
    const id = await draft(server.current, [line(), phones(2)]);
    const [plain, phone] = await linesOf(server.current, id);
    const serial_numbers = [1, 2].map((n) => ({ serial_number: `KEY-${n}`, imei_numbers: [] }));
    const asked: [string, (key: string) => Promise<{ status: number; body: unknown }>][] = [
      ['create', (key) => server.current.call('purchaser', invoiceCreate, { body: head('KEY-1'), key })],
      [
        'head',
        (key) => server.current.call('purchaser', invoiceChangePartner, { params: { id }, body: head('KEY-2'), key }),
      ],
      ['line', (key) => server.current.call('purchaser', lineCreate, { params: { id }, body: line(), key })],
      [
        'many',
        (key) => server.current.call('purchaser', lineCreateMany, { params: { id }, body: { lines: [line()] }, key }),
      ],
      [
        'change',
        (key) =>
          server.current.call('purchaser', lineUpdate, {
            params: { id: plain?.id ?? 0 },
            body: line({ count: 9 }),
            key,
          }),
      ],
      ['delete', (key) => server.current.call('purchaser', lineDelete, { params: { id: plain?.id ?? 0 }, key })],
      [
        'scan',
        (key) =>
          server.current.call('warehouseman', attachSerials, {
            body: { input_product_id: phone?.id ?? 0, serial_numbers, has_many: true },
            key,
          }),
      ],
      [
        'file',
        (key) =>
          server.current.call('purchaser', invoiceUploadFile, {
            params: { id },
            form: fileForm({}, new Uint8Array(PNG)),
            key,
          }),
      ],
      ['send', (key) => server.current.call('purchaser', invoiceSend, { params: { id }, body: { value: true }, key })],
      [
        'confirm',
        (key) => server.current.call('accountant', invoiceConfirm, { params: { id }, body: { value: true }, key }),
      ],
      [
        'correct',
        (key) =>
          server.current.call('accountant', lineCorrect, {
            params: { id: phone?.id ?? 0 },
            body: { count: 2, value: 1_100_000 },
            key,
          }),
      ],
    ];
    for (const [name, ask] of asked) {
      const key = randomUUID();
      const first = await ask(key);
      expect(first.status, `${name} ${JSON.stringify(first.body)}`).toBe(200);
      const before = await invoiceFingerprint(server.current);
      const again = await ask(key);
      expect(again.body, name).toEqual(first.body);
      expect(await invoiceFingerprint(server.current), name).toBe(before);
    }
  });
});

describe('files', () => {
  it('are added in every state but a dropped one, taken off until confirmed, read by who sees the invoice', async () => {
    const id = await draft(server.current, [line()]);
    const add = async () =>
      (
        await server.current.do('purchaser', invoiceUploadFile, {
          params: { id },
          form: fileForm({}, new Uint8Array(PNG)),
        })
      ).data;
    const remove = (who: PersonName, fileId: number) =>
      server.current.call(who, invoiceDeleteFile, { params: { id: fileId } });
    const file = await add();
    expect(file).toMatchObject({ type: 'image/png', created_by: { id: PEOPLE.purchaser.id } });
    expect((await show(server.current, id)).files).toEqual([file]);
    expect((await server.current.call('accountant', fileDownload, { params: { id: file.id } })).status).toBe(200);
    expect((await server.current.call('nobody', fileDownload, { params: { id: file.id } })).status).toBe(404);
    await refused(() => remove('accountant', file.id), 403, 'forbidden');
    await refused(() => remove('nobody', file.id), 403, 'forbidden');
    await refused(() => remove('purchaser', NOTHING), 404, 'not_found');
    expect((await remove('purchaser', file.id)).status).toBe(200);
    const kept = await add();
    await send(server.current, id);
    await confirm(server.current, id);
    await refused(() => remove('purchaser', kept.id), 409, 'not_allowed_now');
    await add();
    expect((await show(server.current, id)).files).toHaveLength(2);
    await refused(
      () =>
        server.current.call('purchaser', invoiceUploadFile, {
          params: { id },
          form: fileForm({}, new Uint8Array([1, 2, 3])),
        }),
      422,
    );
  });
});
