/** The head of a group that folds: the same in a matrix and in a tree. */
import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { formatNumber } from '../../format/numbers.ts';

export function FoldHead({ folded, title, count }: { folded: boolean; title: ReactNode; count: number }) {
  const Chevron = folded ? ChevronRightIcon : ChevronDownIcon;
  return (
    <>
      <Chevron size={12} />
      {title}
      <span className="fold-count">{formatNumber(count)}</span>
    </>
  );
}
