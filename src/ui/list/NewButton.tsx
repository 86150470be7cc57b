import { Button } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';

interface NewButtonProps {
  text: string;
  onClick: () => void;
  testId: string;
}

/** What makes a new record of a list: its one main action, by the key `n` too (`src/app/pageKeys.ts`). */
export const NewButton = ({ text, onClick, testId }: NewButtonProps) => (
  <Button
    intent="primary"
    icon={<PlusIcon size={14} />}
    text={text}
    onClick={onClick}
    aria-keyshortcuts="n"
    data-testid={testId}
  />
);
