/**
 * Rebuilds what is derived from the stock ledger and compares both ways: what the ledger says and the tables do not
 * hold, and what the tables hold and the ledger does not say.
 */
import { sql } from 'kysely';
import type { Database } from '../db/open.ts';

export interface LedgerDifference {
  what: string;
  ledger: string;
  stored: string;
}

export interface LedgerReport {
  ledger: string;
  checked: number;
  differences: LedgerDifference[];
}

interface Check {
  ledger: string;
  /** Rows `(what, ledger, stored)`, one for each thing checked; texts, null where that side has nothing. */
  rows: string;
}

const CHECKS: Check[] = [
  {
    ledger: 'stock: balances',
    rows: /* sql */ `
      select format('warehouse %s, product variant %s, batch %s', warehouse_id, product_variant_id, batch_id) as what,
             coalesce(l.qty, 0)::text as ledger, coalesce(b.qty, 0)::text as stored
      from (select warehouse_id, product_variant_id, batch_id, sum(qty)::int as qty
            from stock_move group by 1, 2, 3) l
      full join stock_balance b using (warehouse_id, product_variant_id, batch_id)`,
  },
  {
    ledger: 'stock: serial numbers',
    rows: /* sql */ `
      select format('serial number %s (id %s)', s.serial_number, s.id) as what,
             case when m.id is null then 'new'
                  when m.qty = 1 then format('%s in warehouse %s, batch %s',
                    case when w.kind = 'transit' then 'in_transit' else 'in_stock' end, m.warehouse_id, m.batch_id)
                  else coalesce(m.serial_state, 'written_off') end as ledger,
             case when s.warehouse_id is null then s.state
                  -- A reservation is no move: the unit stands where it stood.
                  else format('%s in warehouse %s, batch %s',
                    case s.state when 'reserved' then 'in_stock' else s.state end, s.warehouse_id, s.batch_id)
             end as stored
      from serial_number s
      left join (select distinct on (serial_id) * from stock_move where serial_id is not null
                 order by serial_id, id desc) m on m.serial_id = s.id
      left join warehouse_list w on w.id = m.warehouse_id`,
  },
  {
    ledger: 'stock: serial and IMEI codes',
    rows: /* sql */ `
      select format('code %s of serial id %s', c.code, c.serial_id) as what,
             case when coalesce(m.qty, 0) > 0 then 'in stock' else 'not in stock' end as ledger,
             case when c.in_stock then 'in stock' else 'not in stock' end as stored
      from serial_code c
      left join (select serial_id, sum(qty) as qty from stock_move where serial_id is not null group by 1) m
        using (serial_id)`,
  },
];

export async function checkLedgers(db: Pick<Database, 'kysely'>): Promise<LedgerReport[]> {
  // One snapshot for all: a posting between two queries must not look like a difference.
  return db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const reports: LedgerReport[] = [];
      for (const { ledger, rows } of CHECKS) {
        const source = sql.raw(rows);
        const { rows: counted } = await sql<{ checked: number }>`
          select count(*)::int as checked from (${source}) x`.execute(trx);
        const { rows: differences } = await sql<LedgerDifference>`
          select what, ledger, stored from (${source}) x where ledger is distinct from stored order by what`.execute(
          trx,
        );
        reports.push({ ledger, checked: counted[0]?.checked ?? 0, differences });
      }
      return reports;
    });
}
