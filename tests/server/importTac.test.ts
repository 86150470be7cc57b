import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/open.ts';
import { importTac } from '../../server/invoices/importTac.ts';
import { freshDatabase } from './stock/database.ts';

let db: Database;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const load = (text: string) => importTac(db, Buffer.from(text));
const list = () => db.kysely.selectFrom('tac').selectAll().orderBy('tac').execute();

describe('models by the first eight digits of an IMEI', () => {
  it('finds the columns by their names and replaces what was there', async () => {
    await load('tac,brand,model\n11111111,Nokia,3310\n');
    const report = await load(
      'model_code;note;model_name;TAC;brand\nSM-A556;x;Galaxy A55;35000001;Samsung\nSM-1;;;35000002;Samsung\n',
    );
    expect(report).toEqual({ rows: 2, bad: [], loaded: 2, replaced: 1 });
    expect(await list()).toEqual([
      { tac: '35000001', brand: 'Samsung', model: 'Galaxy A55' },
      { tac: '35000002', brand: 'Samsung', model: 'SM-1' },
    ]);
  });

  it('names bad lines by their number and loads the rest', async () => {
    const { bad, loaded } = await load(
      [
        'tac,brand,model',
        '35000001,Samsung,A55',
        '3500001,Samsung,short',
        '35000003,,A1',
        '35000004,Samsung,',
        '35000001,Samsung,A55',
        '35000001,Samsung,A56',
        '35000005,"Samsung,A1',
      ].join('\n'),
    );
    expect(loaded).toBe(1);
    expect(bad).toEqual([
      { line: 3, message: 'tac is "3500001", not eight digits' },
      { line: 4, message: 'brand is missing' },
      { line: 5, message: 'model is missing' },
      { line: 7, message: 'tac 35000001 stands on line 2 with another model (Samsung A55)' },
      { line: 8, message: expect.stringContaining('quotation mark') },
    ]);
  });

  it('keeps the list when no line is good, and refuses a file without the columns', async () => {
    const before = await list();
    expect(await load('tac,brand,model\nx,y,z\n')).toMatchObject({ loaded: 0, replaced: 0 });
    await expect(load('brand,model\nNokia,3310\n')).rejects.toThrow('There is no column "tac".');
    await expect(load('tac,model\n1,2\n')).rejects.toThrow('There is no column "brand".');
    await expect(load('tac,brand\n1,2\n')).rejects.toThrow('There is no column "model".');
    await expect(load('tac,tac,brand,model\n')).rejects.toThrow('twice');
    await expect(load('')).rejects.toThrow('The file is empty.');
    expect(await list()).toEqual(before);
  });

  const real = fileURLToPath(new URL('../../../shared/data/tac_list.csv', import.meta.url));
  const here = existsSync(real);
  it.skipIf(!here)(
    here ? 'loads a list as it is published' : 'tac_list.csv is not here: its load is not tried',
    async () => {
      const { rows, bad, loaded } = await importTac(db, readFileSync(real));
      expect(rows).toBe(8_400);
      expect(bad).toEqual([]);
      expect(loaded).toBe(8_400);
      const found = await db.kysely.selectFrom('tac').selectAll().where('tac', '=', '35000344').executeTakeFirst();
      expect(found).toEqual({ tac: '35000344', brand: 'Samsung', model: 'Galaxy A14 5G' });
    },
  );
});
