import { Link } from 'wouter';
import type { MarkupOfCategory } from '../../../contract/markups.ts';

/** The name, further to the right the deeper the category lies. */
export function CategoryName({ row, href }: { row: MarkupOfCategory; href: string }) {
  return (
    <Link href={href} className="markup-category" style={{ paddingLeft: `${row.depth * 1.25}rem` }}>
      {row.depth === 0 ? <b>{row.name}</b> : row.name}
    </Link>
  );
}
