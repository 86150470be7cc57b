/** The figure that is asked about, and the day, as they stand in the address. */
import { STORY_FIGURES, type StoryFigure, SUBJECTS, type Subject } from '../../../contract/sale/story.ts';
import { useAddress } from '../../app/address.ts';

export interface AskedFigure {
  readonly figure: StoryFigure;
  readonly subject: Subject;
  readonly id: number;
  /** One desk of a client. */
  readonly organization?: number | undefined;
}

export const wordOf = ({ figure, subject, id, organization }: AskedFigure): string =>
  [figure, subject, id, ...(organization === undefined ? [] : [organization])].join('.');

function askedIn(word: string | null): AskedFigure | null {
  const [figure, subject, id, organization] = (word ?? '').split('.');
  const known = STORY_FIGURES.find((one) => one === figure);
  const of = SUBJECTS.find((one) => one === subject);
  if (known === undefined || of === undefined || !/^\d{1,9}$/.test(id ?? '')) return null;
  return { figure: known, subject: of, id: Number(id), ...(organization && { organization: Number(organization) }) };
}

export function useWhy() {
  const [params, set] = useAddress();
  const asked = askedIn(params.get('why'));
  return {
    asked,
    day: params.get('on'),
    /** @param day left out: today's practice date */
    ask: (one: AskedFigure, day: string | null = null) =>
      set({ why: wordOf(one), on: day }, { push: params.get('why') === null }),
    close() {
      set({ why: null, on: null });
      if (asked !== null) document.querySelector<HTMLElement>(`[data-why="${wordOf(asked)}"]`)?.focus();
    },
  };
}
