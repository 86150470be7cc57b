import { TickCircleIcon } from '@blueprintjs/icons';
import { formatNumber } from '../../format/numbers.ts';
import { Progress } from '../../ui/small.tsx';

/** Saved and needed numbers: a bar while some are missing, the figure alone when all are there. */
export function SerialsProgress({ serials: { saved, needed } }: { serials: { saved: number; needed: number } }) {
  if (needed === 0) return <span className="faint">—</span>;
  if (saved < needed) return <Progress value={saved} all={needed} look="waiting" />;
  return (
    <span className="serials-whole num">
      <TickCircleIcon size={14} className="green" /> {formatNumber(saved)}
    </span>
  );
}
