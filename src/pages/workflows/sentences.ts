/** The search of the list among what is said of workflows; the sentences are fetched by the first who searches. */
import { useEffect, useState } from 'react';
import { matches, searchKey } from '../../../contract/search.ts';
import type { Language } from '../../i18n/index.ts';
import { LISTED } from './listed.ts';
import { has, questionsIn, wordKey } from './questions.ts';

/**
 * The text; what of the address says where it stands: a query, or the part of the page that somebody wrote (`#…`); words
 * that are not shown, of questions which it answers; and of a refusal, whether its state takes the event when the facts are
 * right.
 */
export type Sentence = readonly [text: string, at: string, also?: string, taken?: boolean];
export type Sentences = Readonly<Record<string, readonly Sentence[]>>;

const files = {
  uz: () => import('virtual:workflow-sentences-uz'),
  ru: () => import('virtual:workflow-sentences-ru'),
};

interface Keyed {
  readonly sentence: Sentence;
  /** Its words, with a space before each and after the last. */
  readonly key: string;
  /** Of words that are not shown. */
  readonly also: string;
  /** Of the event that it is about; empty where it is about none. */
  readonly event: string;
}
export type Keys = ReadonlyMap<string, readonly Keyed[]>;

/** The name of an event that a sentence is about. */
const EVENT = /^[^«“:…]*[«“]([^»”]*)[»”]/;

const keyOf = (text: string): string => ` ${wordKey(text)} `;
function eventIn([text, , also]: Sentence): string {
  const [, event] = (also !== undefined && EVENT.exec(text)) || [];
  return event === undefined ? '' : keyOf(event);
}
export const keysOf = (sentences: Sentences): Keys =>
  new Map(
    Object.entries(sentences).map(([name, own]) => [
      name,
      own.map((sentence) => {
        const [text, , also = ''] = sentence;
        return {
          sentence,
          key: keyOf(`${text} ${also}`),
          also: also === '' ? '' : keyOf(also),
          event: eventIn(sentence),
        };
      }),
    ]),
  );

/** A question that a page asks and answers, and what it asks. */
const QUESTION = /^[^.:]{1,40}… ([^.]*)/;

/** What refuses something, too, is asked by these. */
const WHAT = new Set(['что', 'nima'].map(keyOf));

export interface Hit {
  readonly sentence: Sentence;
  /** Whether it stands there for questions of this kind, and about what this one tells. */
  readonly isAnswer: boolean;
  /** The words of the question that it does not have. */
  readonly lacks: string;
  /** How much of what the question tells is asked by the page itself: words in whatever form, then those in the very one. */
  readonly asked: readonly [number, number];
  /** What puts it before others, in the order of weight. */
  readonly rank: readonly number[];
  /** Whether it is such an answer and says itself all that the question tells, in the very forms. */
  readonly isWhole: boolean;
}

type Ranked = Pick<Hit, 'rank'>;
function byRank({ rank: one }: Ranked, { rank: other }: Ranked): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return (other[at] ?? 0) - (one[at] ?? 0);
}

/** So many sentences that lack a word are read through. */
const FEW = 12;

type Found = { readonly hits: readonly Hit[] };
const isMeant = ({ hits }: Found): boolean => hits[0]?.isAnswer ?? false;

/** Where something stands there for such questions, what only has their words is left out. */
function meantOf<T extends Found>(found: readonly T[]): T[] {
  const meant = found.filter(isMeant);
  return meant.length > 0 ? meant : [...found];
}

/**
 * Of sentences that lack a word of the question those that are about it. Of many, those of the workflows that the question
 * names where it names any, and what is meant for such questions; else a word that few have tells more than one that many
 * have, so those stay of which the fewest lack the same.
 */
export function tellingOf<T extends Found>(found: readonly T[], isNamed: (one: T) => boolean): T[] {
  const total = (some: readonly T[]) => some.reduce((sum, { hits }) => sum + hits.length, 0);
  const named = found.filter(isNamed);
  const isNamedBeside = named.some((one) => one.hits.length > 0 && !isMeant(one));
  if (total(found) <= FEW) return isNamedBeside ? [...found] : meantOf(found);
  if (total(named) > 0) return found.filter((one) => isNamed(one) || isMeant(one));
  const counts = new Map<string, number>();
  for (const { lacks } of found.flatMap(({ hits }) => hits)) counts.set(lacks, (counts.get(lacks) ?? 0) + 1);
  const fewest = Math.min(...counts.values());
  return meantOf(
    found.flatMap((one) => {
      const hits = one.hits.filter(({ lacks }) => counts.get(lacks) === fewest);
      return hits.length > 0 ? [{ ...one, hits }] : [];
    }),
  );
}

/**
 * Sentences that answer a question: each word that it tells, in whatever form, is in the sentence or in the name of the
 * workflow, one at least in the sentence alone. With one to `spare`, a question of three words and more may have one that
 * nobody says. Those come first that are meant for such a question (`also`), then what answers a question (“what if”), those
 * about the very event, refusals of a state that takes the event otherwise, those that have the words side by side, and those
 * with the very forms.
 */
export function hitsIn(keys: readonly Keyed[], name: string, query: string, spare: 0 | 1 = 0): Hit[] {
  const own = keyOf(name);
  const found = questionsIn(query).flatMap(({ told, asking }) => {
    const lacking = told.filter((one) => !has(own, one));
    if (lacking.length === 0) return [];
    const together = new RegExp(
      lacking.map(({ stems }) => `(?:${stems.map((one) => one.trimEnd()).join('|')})[^ ]*`).join(''),
    );
    return keys
      .flatMap((keyed) => {
        const missed = lacking.filter((one) => !has(keyed.key, one));
        const isSpared = missed.length <= spare && missed.length < lacking.length && told.length > 2;
        return missed.length === 0 || isSpared ? [{ ...keyed, lacks: missed.map(({ typed }) => typed).join(' ') }] : [];
      })
      .map(({ sentence, key, also, event, lacks }) => {
        const meant = asking.filter((word) => also.includes(word)).length;
        const named = lacking.filter((one) => has(event, one)).length;
        const isAnswer = meant > 0 && (event === '' || named > 0);
        // what the page answers is not what it asks: “an empty list may be handed in” is about no list that is not
        const isAsking = asking.length === 0 || asking.some((word) => also.includes(word) && !WHAT.has(word));
        const asks = isAsking ? QUESTION.exec(sentence[0])?.[1] : undefined;
        const askedKey = asks === undefined ? '' : keyOf(asks);
        const asked = [
          told.filter((one) => has(askedKey, one)).length,
          told.filter(({ word }) => askedKey.includes(word)).length,
        ] as const;
        return {
          sentence,
          isAnswer,
          asked,
          isWhole: isAnswer && told.every(({ word }) => key.includes(word)),
          lacks,
          rank: [
            meant,
            // who asks nothing in so many words is answered by a question first
            Number(meant === 0 && QUESTION.test(sentence[0])),
            named,
            // what can be put right tells more than that nothing of the kind is done here
            Number(sentence[3] === true),
            Number(together.test(key)),
            lacking.filter(({ word }) => key.includes(word)).length,
          ],
        };
      });
  });
  const best = found.sort(byRank);
  // two layouts of the keyboard may find the same
  return [...new Map(best.toReversed().map((hit) => [hit.sentence, hit])).values()].toReversed();
}

interface Searched {
  readonly name: string;
  readonly title: string;
  readonly about: string;
}

/**
 * The workflows that answer a question, each with its sentences: first those with an answer that says all of it, then those
 * whose page asks most of it, then those that it calls by their name, of these who answers best; and what the other lists
 * answer. `isFound`: something says all that the question tells.
 */
export function searched(workflows: readonly Searched[], keys: Keys | undefined, query: string) {
  const questions = questionsIn(query);
  const isNamed = ({ title }: Pick<Searched, 'title'>) =>
    questions.some(({ told }) => told.some((one) => has(keyOf(title), one)));
  const foundWith = (spare: 0 | 1) =>
    workflows.flatMap((workflow) => {
      const { name, title, about } = workflow;
      const words = `${title} ${name} ${about}`;
      // what a workflow is for is one of its sentences, not its name: where it tells all, others tell more
      const hits = hitsIn(keys?.get(name) ?? [], title, query, spare);
      const tells = questions.some(({ told }) => told.every((one) => has(keyOf(words), one)));
      return hits.length > 0 || tells || matches(searchKey(words), query) ? [{ ...workflow, hits }] : [];
    });
  const listed = keys?.get(LISTED) ?? [];
  const exact = foundWith(0);
  const answering = hitsIn(listed, '', query);
  // a long question rarely has the very words of its answer
  const isFound = exact.length + answering.length > 0;
  const found = isFound ? meantOf(exact) : tellingOf(foundWith(1), isNamed);
  const inLists = isFound ? answering : hitsIn(listed, '', query, 1);
  const meantIn = ({ hits: [best] }: Found): number => best?.rank[0] ?? 0;
  // what is meant for another kind of question does not come first for its words
  const most = Math.max(...found.map(meantIn));
  return {
    isFound,
    found: found
      .map((one) => {
        const isWhole = one.hits.some((hit) => hit.isWhole);
        const [best] = one.hits;
        const asked = best !== undefined && meantIn(one) === most ? best.asked : [0, 0];
        return { ...one, rank: [Number(isWhole), ...asked, Number(isNamed(one)), ...(best?.rank ?? [-1])] };
      })
      .sort(byRank),
    inLists: inLists.map(({ sentence }) => sentence),
  };
}

const kept = new Map<Language, Keys>();

/** Undefined while nothing is looked for, and until the sentences are here; without a network there are none. */
export function useSentences(language: Language, isWanted: boolean): Keys | undefined {
  const [keys, setKeys] = useState<{ language: Language; keys: Keys }>();
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    const arrive = (known: Keys) => isHere && setKeys({ language, keys: known });
    const known = kept.get(language);
    if (known !== undefined) arrive(known);
    else
      files[language]().then(
        ({ default: sentences }) => {
          const made = kept.get(language) ?? keysOf(sentences);
          kept.set(language, made);
          arrive(made);
        },
        () => arrive(new Map()),
      );
    return () => {
      isHere = false;
    };
  }, [language, isWanted]);
  return isWanted && keys?.language === language ? keys.keys : undefined;
}
