/**
 * Rebuilds what is derived from the ledgers of stock and of debts to partners and compares in both directions: what is in
 * the ledger and not in the tables, and what is in the tables and not in the ledger. Confirmed invoices are compared with
 * both: their current lines equal the sums of their entries.
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
  {
    ledger: 'stock: confirmed invoices',
    rows: /* sql */ `
      select format('invoice %s, product variant %s', document_id, product_variant_id) as what,
             coalesce(m.qty, 0)::text as ledger, coalesce(l.qty, 0)::text as stored
      from (select m.document_id, m.product_variant_id, sum(m.qty) as qty
            from stock_move m join product_invoice i on i.id = m.document_id group by 1, 2) m
      full join (select i.product_invoice_id as document_id, i.product_variant_id, sum(i.count) as qty
            from input_product i join document d on d.id = i.product_invoice_id and d.status = 'confirmed'
            where i.withdrawn_at is null group by 1, 2) l using (document_id, product_variant_id)`,
  },
  {
    ledger: 'partners: balances',
    rows: /* sql */ `
      select format('partner %s, firm %s, currency %s', coalesce(e.partner_id, b.partner_id),
                    coalesce(e.partner_firm_id, b.partner_firm_id), coalesce(e.currency_id, b.currency_id)) as what,
             coalesce(e.amount, 0)::text as ledger, coalesce(b.amount, 0)::text as stored
      from (select partner_id, partner_firm_id, currency_id, sum(amount)::numeric(18, 2) as amount
            from partner_entry group by 1, 2, 3) e
      full join partner_balance b on b.partner_id = e.partner_id and b.currency_id = e.currency_id
        and coalesce(b.partner_firm_id, 0) = coalesce(e.partner_firm_id, 0)`,
  },
  {
    ledger: 'partners: confirmed invoices',
    rows: /* sql */ `
      select format('invoice %s, currency %s', document_id, currency_id) as what,
             coalesce(e.amount, 0)::numeric(18, 2)::text as ledger, coalesce(l.amount, 0)::numeric(18, 2)::text as stored
      from (select e.document_id, e.currency_id, sum(e.amount) as amount
            from partner_entry e join product_invoice i on i.id = e.document_id group by 1, 2) e
      full join (select i.product_invoice_id as document_id, i.currency_id, sum(i.value * i.count) as amount
            from input_product i join document d on d.id = i.product_invoice_id and d.status = 'confirmed'
            where i.withdrawn_at is null group by 1, 2) l using (document_id, currency_id)`,
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
