import {
  DisableIcon,
  DocumentIcon,
  ErrorIcon,
  ImportIcon,
  LockIcon,
  PlayIcon,
  TickIcon,
  TimeIcon,
} from '@blueprintjs/icons';
import type { ComponentType } from 'react';

/** Eight looks serve every lifecycle; the machine's state names one, nobody picks a colour. */
export type Look = 'new' | 'prepared' | 'work' | 'waiting' | 'done' | 'closed' | 'bad' | 'off';

export type Family = 'grey' | 'feruza' | 'indigo' | 'amber' | 'green' | 'red';

export type IconComponent = ComponentType<{ size?: number; className?: string; title?: string }>;

export interface LookStyle {
  icon: IconComponent;
  family: Family;
}

export const looks: Readonly<Record<Look, LookStyle>> = {
  new: { icon: DocumentIcon, family: 'grey' },
  prepared: { icon: ImportIcon, family: 'feruza' },
  work: { icon: PlayIcon, family: 'indigo' },
  waiting: { icon: TimeIcon, family: 'amber' },
  done: { icon: TickIcon, family: 'green' },
  closed: { icon: LockIcon, family: 'green' },
  bad: { icon: ErrorIcon, family: 'red' },
  off: { icon: DisableIcon, family: 'grey' },
};

export const isLook = (value: unknown): value is Look => typeof value === 'string' && value in looks;

/** The look that the chart of a document gives a state, by the `meta` of the state. */
export function lookOf(meta: unknown): Look {
  const look = (meta as { look?: string } | undefined)?.look;
  return isLook(look) ? look : 'new';
}

/** Class that sets `--f`, `--f-t`, `--f-s` (text, tint, solid) for everything inside. */
export const familyClass = (look: Look) => `fam-${looks[look].family}`;

/** Joins class names, leaving out what is not there. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');
