/** The state of a document and how far it has come: in a list the way comes first, in a title the state. */
import type { Look } from './look.ts';
import { Rail } from './Rail.tsx';
import { StateChip } from './StateChip.tsx';

interface RailChipProps {
  look: Look;
  /** Looks of the states on its way, and the place of the present one. */
  steps: readonly Look[];
  at: number;
  children: string;
}

export function RailChip({ look, steps, at, quiet, children }: RailChipProps & { quiet: boolean }) {
  return (
    <span className="rail-chip">
      <Rail steps={steps} at={at} />
      <StateChip look={look} quiet={quiet}>
        {children}
      </StateChip>
    </span>
  );
}

export function TitleChip({ look, steps, at, children }: RailChipProps) {
  return (
    <span className="rail-chip">
      <StateChip look={look}>{children}</StateChip>
      <Rail steps={steps} at={at} />
    </span>
  );
}
