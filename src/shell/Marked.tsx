import { Fragment } from 'react';
import type { Mark } from '../../machines/searchDialog/searchIndex.ts';

/** The text with its found letters marked. */
export function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  let done = 0;
  return (
    <>
      {marks.map(([from, to]) => {
        const before = text.slice(done, from);
        done = to;
        return (
          <Fragment key={from}>
            {before}
            <mark>{text.slice(from, to)}</mark>
          </Fragment>
        );
      })}
      {text.slice(done)}
    </>
  );
}
