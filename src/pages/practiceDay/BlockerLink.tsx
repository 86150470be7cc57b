import { Link } from 'wouter';
import type { DayBlocker } from '../../../contract/practiceDay.ts';
import { useAllows } from '../../app/session.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';

const PATHS: Readonly<Record<DayBlocker['kind'], (id: number) => string>> = {
  product_invoice: (id) => pathOf('invoice', { id }),
  act_of_count: (id) => pathOf('act', { actId: id }),
  cash_document: (id) => withQuery(pathOf('cashOperations'), { row: id }),
};

/** The number of a document that blocks closing: a link for who may see the document. */
export function BlockerLink({ blocker: { kind, id, number } }: { blocker: DayBlocker }) {
  const sees = {
    product_invoice: useAllows('product_invoice.show|product_invoice.allshow'),
    act_of_count: useAllows('act_of_count.show|act_of_count.allshow'),
    cash_document: useAllows('cashbox.show'),
  };
  return sees[kind] ? (
    <Link href={PATHS[kind](id)} className="code">
      {number || `#${id}`}
    </Link>
  ) : (
    <span className="code">{number || `#${id}`}</span>
  );
}
