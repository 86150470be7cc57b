/**
 * Rebuilds what is derived from the ledgers of stock, of partners, of clients and of cash and compares in both directions:
 * what is in the ledger and not in the tables, and what is in the tables and not in the ledger. Confirmed documents are
 * compared too: the lines of an invoice equal the sums of its entries; the cash that a document moved is what it paid for a
 * client and what became prepaid, and it is confirmed and has its number. Contracts have the days of their entries.
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
  {
    ledger: 'clients: balances',
    rows: /* sql */ `
      select format('client %s, organization %s, contract %s', coalesce(e.client_id, b.client_id),
                    coalesce(e.organization_id, b.organization_id), coalesce(e.contract_id, b.contract_id)) as what,
             format('charged %s, owed %s, prepaid %s, written off %s', coalesce(e.charged, 0), coalesce(e.owed, 0),
                    coalesce(e.prepaid, 0), coalesce(e.written_off, 0)) as ledger,
             format('charged %s, owed %s, prepaid %s, written off %s', coalesce(b.charged, 0), coalesce(b.owed, 0),
                    coalesce(b.prepaid, 0), coalesce(b.written_off, 0)) as stored
      from (select client_id, organization_id, contract_id,
              coalesce(sum(amount) filter (where kind = 'charge'), 0) as charged,
              coalesce(sum(case kind when 'charge' then amount when 'payment' then -amount when 'write_off' then -amount end), 0) as owed,
              coalesce(sum(amount) filter (where kind = 'write_off'), 0) as written_off,
              coalesce(sum(case kind when 'prepaid_in' then amount when 'prepaid_out' then -amount end), 0) as prepaid
            from client_entry group by 1, 2, 3) e
      full join client_balance b on b.client_id = e.client_id and b.organization_id = e.organization_id
        and coalesce(b.contract_id, 0) = coalesce(e.contract_id, 0)`,
  },
  {
    ledger: 'clients: instalments',
    rows: /* sql */ `
      select format('contract %s, instalment %s', i.contract_id, i.number) as what,
             format('paid %s, written off %s', coalesce(e.paid, 0), coalesce(e.written_off, 0)) as ledger,
             format('paid %s, written off %s', i.paid, i.written_off) as stored
      from instalment i
      left join (select instalment_id, sum(amount) filter (where kind = 'payment') as paid,
                   sum(amount) filter (where kind = 'write_off') as written_off
                 from client_entry where instalment_id is not null group by 1) e
        on e.instalment_id = i.id`,
  },
  {
    // the rest of what an organization's clients owe is what is unpaid of their instalments
    ledger: 'clients: debts of contracts',
    rows: /* sql */ `
      select format('contract %s', c.id) as what,
             format('owed %s, oldest due %s', coalesce(sum(e.amount), 0), coalesce(u.due::text, 'none')) as ledger,
             format('owed %s, oldest due %s', coalesce(u.unpaid, 0), coalesce(c.oldest_due::text, 'none')) as stored
      from contract c
      left join (select contract_id, case kind when 'charge' then amount else -amount end as amount
                 from client_entry where kind in ('charge', 'payment', 'write_off')) e on e.contract_id = c.id
      left join (select i.contract_id, sum(i.amount - i.paid - i.written_off) as unpaid,
                   min(i.due) filter (where i.paid + i.written_off < i.amount) as due
                 from instalment i where exists (select from client_entry g
                   where g.contract_id = i.contract_id and g.kind = 'charge') group by 1) u on u.contract_id = c.id
      group by c.id, u.due, u.unpaid`,
  },
  {
    // of those that have entries; money that is taken back and used again in one step may pay once more what stays closed
    ledger: 'clients: days of contracts',
    rows: /* sql */ `
      select format('contract %s', c.id) as what,
             format('charged %s, closed %s', coalesce(e.charged::text, 'never'),
                    case when d.status = 'closed' then format('by %s', e.paid) else 'never' end) as ledger,
             format('charged %s, closed %s', coalesce(c.charged_on::text, 'never'),
                    case when c.closed_on <= e.paid then format('by %s', e.paid)
                         else coalesce(c.closed_on::text, 'never') end) as stored
      from contract c
      join document d on d.id = c.id
      join (select e.contract_id,
              max(y.date) filter (where e.kind = 'charge') as charged,
              max(y.date) filter (where e.kind = 'payment' and e.amount > 0) as paid
            from client_entry e join practice_day y on y.id = e.practice_day_id group by 1) e on e.contract_id = c.id`,
  },
  {
    ledger: 'cash: balances',
    rows: /* sql */ `
      select format('account %s', coalesce(e.cash_account_id, b.cash_account_id)) as what,
             coalesce(e.amount, 0)::text as ledger, coalesce(b.amount, 0)::text as stored
      from (select cash_account_id, sum(amount)::numeric(18, 2) as amount from cash_entry group by 1) e
      full join cash_balance b using (cash_account_id)`,
  },
  {
    ledger: 'cash: documents',
    rows: /* sql */ `
      select format('document %s', document_id) as what, coalesce(e.amount, 0)::bigint::text as ledger,
             coalesce(m.amount, 0)::bigint::text as stored
      from (select document_id, sum(case kind when 'prepaid_out' then -amount when 'charge' then 0 when 'write_off' then 0 else amount end) as amount
            from client_entry group by 1) e
      full join (select document_id, sum(amount) as amount from cash_entry group by 1) m using (document_id)`,
  },
  {
    ledger: 'cash: confirmed documents',
    rows: /* sql */ `
      select format('document %s', d.id) as what, 'confirmed, numbered' as ledger,
             format('%s, %s', case d.status when 'reversed' then 'confirmed' else d.status end,
                    case when d.number <> '' then 'numbered' else 'without a number' end) as stored
      from cash_document k join document d on d.id = k.id
      where exists (select from cash_entry e where e.document_id = k.id)
         or exists (select from client_entry e where e.document_id = k.id)`,
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
