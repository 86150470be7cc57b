import type { AnnouncementStatus } from '../../../contract/announcements.ts';
import { announcementMachine } from '../../../machines/announcement/announcement.machine.ts';
import { useText } from '../../i18n/index.ts';
import { isLook, type Look } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';

export function announcementLook(status: AnnouncementStatus): Look {
  const look = (announcementMachine.states[status]?.meta as { look?: string } | undefined)?.look;
  return isLook(look) ? look : 'new';
}

export function AnnouncementChip({ status }: { status: AnnouncementStatus }) {
  const t = useText('machines/announcement');
  return (
    <StateChip look={announcementLook(status)} quiet={status === 'ended' || status === 'withdrawn'}>
      {t(`states.${status}.name`)}
    </StateChip>
  );
}
