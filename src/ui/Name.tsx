import type { ReactNode } from 'react';
import { classes } from './look.ts';

/** The longest end of a name that is kept, in letters. */
const END = 16;

/** The number a name ends in: with its sign, or that of a document, `CHL-26-0948`. */
const NUMBER = / (?:№[^№]*|\S+-\d\d-\d+)$/;

/** Where the end of a name begins: at its number, else at its last words; where the last word is longer, nowhere. */
function endOf(name: string, number: number): number {
  const at = number > 0 ? number : name.indexOf(' ', name.length - END - 1);
  return at > 0 ? at + 1 : name.length;
}

/**
 * A name on one line. Without room it loses its middle: names that differ at their end still differ.
 * @param title when it stands for more than itself
 */
export function Name({ children, title = children }: { children: string; title?: string }) {
  const number = children.search(NUMBER);
  const at = endOf(children, number);
  return (
    <span className="name-cut" title={title}>
      <span className="cut">{children.slice(0, at)}</span>
      {at < children.length && (
        <span className={classes('name-end', number > 0 && 'number')}>
          <bdi dir="ltr">{children.slice(at)}</bdi>
        </span>
      )}
    </span>
  );
}

/**
 * What a column loses where it has no room: `true` the middle of a name, `words` the end of what is read from its beginning,
 * `lines` nothing: a sentence goes on in the next line.
 */
export type Cut = true | 'words' | 'lines';

/** What a cell of such a column shows: words alone are drawn so, whatever else is there draws itself. */
export const cutTo = (cut: Cut | undefined, shown: ReactNode): ReactNode => {
  if (cut === undefined || cut === 'lines' || typeof shown !== 'string') return shown;
  return cut === 'words' ? <span title={shown}>{shown}</span> : <Name>{shown}</Name>;
};

/** Two lines of one cell, each of them a name where it is words alone. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="name-two">
    <span>{cutTo(true, first)}</span>
    {second && <span className="muted">{cutTo(true, second)}</span>}
  </span>
);
