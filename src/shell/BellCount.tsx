/** The figure beside the bell; where announcements have no button of their own, they are added to it. */
import { MOST_UNREAD } from '../../contract/noticeCount.ts';

const written = (count: number) => (count < MOST_UNREAD ? count : '99+');

export function BellCount({ notices, announcements }: { notices: number; announcements: number }) {
  return (
    <>
      {notices > 0 && <b className={announcements > 0 ? 'num bell-own' : 'num'}>{written(notices)}</b>}
      {announcements > 0 && <b className="num bell-count">{written(notices + announcements)}</b>}
    </>
  );
}
