/** A button beside a list of persons that opens the search by a whole number. */
import { Button } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';

interface FindingProps {
  text: string;
  testId: string;
  /** The search, with what closes it. */
  children: (close: () => void) => ReactNode;
}

export function Finding({ text, testId, children }: FindingProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<SearchIcon size={14} />} text={text} onClick={() => setOpen(true)} data-testid={testId} />
      {open && children(() => setOpen(false))}
    </>
  );
}
