import { Link } from 'wouter';
import type { DayBlocker } from '../../../contract/practiceDay.ts';
import { useAllows } from '../../app/session.ts';
import { pathOf } from '../../routes/registry.ts';

const blockerPath = (kind: DayBlocker['kind'], id: number): string =>
  kind === 'act_of_count' ? pathOf('act', { actId: id }) : pathOf('invoice', { id });

/** The number of a document that blocks closing: a link for who may see the document. */
export function BlockerLink({ blocker: { kind, id, number } }: { blocker: DayBlocker }) {
  const sees = {
    product_invoice: useAllows('product_invoice.show|product_invoice.allshow'),
    act_of_count: useAllows('act_of_count.show|act_of_count.allshow'),
  };
  return sees[kind] ? (
    <Link href={blockerPath(kind, id)} className="code">
      {number}
    </Link>
  ) : (
    <span className="code">{number}</span>
  );
}
