import type { ReactNode } from 'react';
import { classes, familyClass, type IconComponent, type Look, looks } from './look.ts';

export interface StateChipProps {
  look: Look;
  children: ReactNode;
  /** grey words with a small coloured icon: for what is finished, in lists */
  quiet?: boolean;
  /** another icon of the same look: Edit for a draft, User for assigned, WarningSign for overdue */
  icon?: IconComponent;
}

export function StateChip({ look, children, quiet, icon }: StateChipProps) {
  const Icon = icon ?? looks[look].icon;
  return (
    <span className={classes('chip', familyClass(look), !quiet && `chip-${look}`, quiet && 'quiet')}>
      <Icon size={12} />
      <span>{children}</span>
    </span>
  );
}
