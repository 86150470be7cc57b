import type { MarkupOfCategory } from '../../../contract/markups.ts';

/** The name, indented by the depth of the category. */
export function CategoryName({ row, onOpen }: { row: MarkupOfCategory; onOpen: () => void }) {
  return (
    <span className="markup-category" style={{ paddingLeft: `${row.depth * 1.25}rem` }}>
      <button type="button" className={row.depth === 0 ? 'link markup-top' : 'link'} onClick={onOpen}>
        {row.name}
      </button>
    </span>
  );
}
