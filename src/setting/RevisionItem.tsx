/** A revision in the list of its subject's. */
import type { ReactNode } from 'react';
import type { RevisionStatus } from '../../contract/setting/status.ts';
import { formatDate } from '../format/dates.ts';
import { useText } from '../i18n/index.ts';
import { RevisionChip } from './RevisionChip.tsx';
import './setting.css';

interface RevisionItemProps {
  revision: { id: number; valid_from: string; status: RevisionStatus };
  figures: ReactNode;
  /** Who did what with it, and whom it is for. */
  children?: ReactNode;
  onOpen: () => void;
}

export function RevisionItem({ revision, figures, children, onOpen }: RevisionItemProps) {
  const t = useText('setting');
  const { id, status, valid_from } = revision;
  return (
    <li data-revision={id}>
      <div className="row">
        <button type="button" className="link" onClick={onOpen}>
          {t('plannedFrom', { date: formatDate(valid_from) })}
        </button>
        <span className="revision-end">
          <RevisionChip status={status} />
        </span>
      </div>
      <div className={status === 'dropped' ? 'num revision-dropped' : 'num'}>{figures}</div>
      {children}
    </li>
  );
}
