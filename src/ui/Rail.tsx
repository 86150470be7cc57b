import { classes, familyClass, type Look } from './look.ts';

export interface RailProps {
  /** looks of the main path's states, in their order */
  steps: readonly Look[];
  /** the present one; below zero for a side path, which the chip beside it shows */
  at: number;
}

const stateOf = (index: number, at: number) => (index < at ? 'past' : index === at ? 'here' : 'future');

export function Rail({ steps, at }: RailProps) {
  return (
    <span className="rail" aria-hidden="true">
      {steps.map((look, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments are a path, their place is what they are
        <i key={index} className={classes(stateOf(index, at), index === at && familyClass(look))} />
      ))}
    </span>
  );
}
