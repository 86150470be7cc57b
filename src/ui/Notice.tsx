import { ErrorIcon, InfoSignIcon, OfflineIcon, TickCircleIcon, TimeIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { classes, type Family, type IconComponent } from './look.ts';

export type NoticeTone = 'waiting' | 'offline' | 'bad' | 'done' | 'info';

export interface NoticeProps {
  tone: NoticeTone;
  children: ReactNode;
  /** link or button at the right end */
  action?: ReactNode;
  icon?: IconComponent;
  /** a box inside a pane instead of a strip over the whole width */
  inset?: boolean;
}

const tones: Record<NoticeTone, { icon: IconComponent; family: Family }> = {
  waiting: { icon: TimeIcon, family: 'amber' },
  offline: { icon: OfflineIcon, family: 'amber' },
  bad: { icon: ErrorIcon, family: 'red' },
  done: { icon: TickCircleIcon, family: 'green' },
  info: { icon: InfoSignIcon, family: 'grey' },
};

export function Notice({ tone, children, action, icon, inset }: NoticeProps) {
  const Icon = icon ?? tones[tone].icon;
  return (
    <div className={classes('notice', `fam-${tones[tone].family}`, inset && 'inset')} role="status">
      <Icon size={14} />
      <div className="notice-text">{children}</div>
      {action !== undefined && <div className="notice-act">{action}</div>}
    </div>
  );
}

/** Quiet grey box: how we came here, what will happen, the last change. */
export function InfoBox({ children, icon }: { children: ReactNode; icon?: IconComponent }) {
  const Icon = icon ?? InfoSignIcon;
  return (
    <div className="info-box">
      <Icon size={14} className="faint" />
      <div>{children}</div>
    </div>
  );
}

/** Why a button is disabled: shown beside or under it. Give the button `aria-describedby` with this id. */
export function Reason({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="reason" id={id}>
      <TimeIcon size={12} />
      <span>{children}</span>
    </p>
  );
}
