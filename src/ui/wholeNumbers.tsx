import type { ReactNode } from 'react';

/** A text in which the number of a document goes to the next line as a whole, with the sign behind it. */
export const withWholeNumbers = (text: string): ReactNode =>
  text.split(/([\p{L}\d]+(?:-[\p{L}\d]+)*-\d+[?:,.]?)/u).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="unbroken">
        {part}
      </span>
    ),
  );
