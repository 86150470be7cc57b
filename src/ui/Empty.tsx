import { DocumentIcon, ErrorIcon, FilterIcon, LockIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { IconComponent } from './look.ts';
import { RequestId } from './RequestId.tsx';

export type EmptyKind = 'nothing' | 'notFound' | 'failed' | 'noRight';

export interface EmptyProps {
  kind: EmptyKind;
  title: ReactNode;
  text: ReactNode;
  requestId?: string | undefined;
  /** words before the request id and on its button */
  requestLabels?: { request: string; copy: string };
  icon?: IconComponent;
  /** what can be done: buttons and links */
  children?: ReactNode;
}

const icons: Record<EmptyKind, IconComponent> = {
  nothing: DocumentIcon,
  notFound: FilterIcon,
  failed: ErrorIcon,
  noRight: LockIcon,
};

export function Empty({ kind, title, text, requestId, requestLabels, icon, children }: EmptyProps) {
  const Icon = icon ?? icons[kind];
  return (
    <div className={`empty empty-${kind}`} role={kind === 'failed' ? 'alert' : undefined}>
      <Icon size={16} />
      <p className="empty-title">{title}</p>
      <p className="empty-text">{text}</p>
      {requestId !== undefined && <RequestId id={requestId} labels={requestLabels} />}
      {children !== undefined && <div className="empty-acts">{children}</div>}
    </div>
  );
}
