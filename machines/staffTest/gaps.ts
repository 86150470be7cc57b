/** What prevents publishing a test: the server's guard and the author's page ask the same (spec 4 "Tests"). */
import type { TestGap, WrittenQuestion } from '../../contract/testAuthors.ts';
import { answerKey } from './answerKey.ts';

export interface GapFacts {
  title: string;
  questions: readonly WrittenQuestion[];
  /** Milliseconds since 1970; none: no end. */
  endsAt: number | null;
  /** People who would get it; unknown where only the server counts them. */
  audience: number | null;
}

const blank = (words: string) => words.trim() === '';

/** The first thing that is wrong with a question, by name. */
function gapOf({ type, title, accepted, options }: WrittenQuestion): TestGap['what'] | null {
  if (blank(title)) return 'question';
  if (type === 'text') return accepted.every((one) => answerKey(one) === '') ? 'accepted' : null;
  if (options.length < 2 || options.some((option) => blank(option.title))) return 'options';
  const titles = options.map((option) => option.title.normalize('NFC').trim().replace(/\s+/g, ' '));
  if (new Set(titles).size < titles.length) return 'same';
  const right = options.filter((option) => option.is_correct).length;
  if (right === 0) return 'right';
  return type === 'single' && right > 1 ? 'one' : null;
}

/** @param now milliseconds since 1970; questions are counted from 1. */
export function gapsOf({ title, questions, endsAt, audience }: GapFacts, now: number): TestGap[] {
  const whole = (what: TestGap['what'], is: boolean): TestGap[] => (is ? [{ what, number: null }] : []);
  return [
    ...whole('title', blank(title)),
    ...whole('questions', questions.length === 0),
    ...questions.flatMap((question, at): TestGap[] => {
      const what = gapOf(question);
      return what === null ? [] : [{ what, number: at + 1 }];
    }),
    ...whole('end', endsAt !== null && endsAt <= now),
    ...whole('audience', audience === 0),
  ];
}
