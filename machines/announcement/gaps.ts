/** What prevents publishing an announcement (areas 3.5): the server's guard, and the author's checklist. */
import { ANNOUNCEMENT_GAPS, type AnnouncementGap } from '../../contract/announcements.ts';

export interface AnnouncementGapFacts {
  title_uz: string;
  body_uz: string;
  title_ru: string;
  body_ru: string;
  /** Milliseconds since 1970. */
  beginsAt: number;
  endsAt: number;
  /** People who would be shown it. */
  audience: number;
}

const blank = (words: string) => words.trim() === '';

/** @param now milliseconds since 1970 */
export function gapsOf(facts: AnnouncementGapFacts, now: number): AnnouncementGap[] {
  const found: Record<AnnouncementGap, boolean> = {
    uz: blank(facts.title_uz) || blank(facts.body_uz),
    ru: blank(facts.title_ru) || blank(facts.body_ru),
    audience: facts.audience === 0,
    end: facts.endsAt <= Math.max(now, facts.beginsAt),
  };
  return ANNOUNCEMENT_GAPS.filter((gap) => found[gap]);
}
