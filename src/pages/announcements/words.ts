/** How an announcement is called, and whom it is for. */
import type { Announcement, AnnouncementGap } from '../../../contract/announcements.ts';
import type { Language, Text } from '../../i18n/index.ts';

/** In the reader's language, in the other one while only that is written. `t` of `announcements`. */
export function titleOf({ title_uz, title_ru }: Announcement, language: Language, t: Text): string {
  const [own, other] = language === 'ru' ? [title_ru, title_uz] : [title_uz, title_ru];
  return own.trim() || other.trim() || t('untitled');
}

/** Everybody; else positions, organizations, or those positions in those organizations. */
export function audienceOf({ everyone, positions, organizations }: Announcement, t: Text): string {
  if (everyone) return t('everyone');
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');
  const parts = [names(positions), names(organizations)].filter((part) => part !== '');
  return parts.length === 0 ? t('nobody') : parts.join(' · ');
}

/** What must still be written before it can be published. */
export const missingWords = (gaps: readonly AnnouncementGap[], t: Text): string =>
  t('form.missing', { what: gaps.map((gap) => t(`form.need.${gap}`)).join(', ') });
