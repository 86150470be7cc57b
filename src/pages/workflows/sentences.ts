/** The search of the list among what is said of workflows; the sentences are fetched by the first who searches. */
import { useEffect, useState } from 'react';
import { readingsOf, searchKey } from '../../../contract/search.ts';
import type { Language } from '../../i18n/index.ts';

/** The text, and what of the address says where it stands: a query, or the part of the page that somebody wrote (`#…`). */
export type Sentence = readonly [text: string, at: string];
export type Sentences = Readonly<Record<string, readonly Sentence[]>>;

const files = {
  uz: () => import('virtual:workflow-sentences-uz'),
  ru: () => import('virtual:workflow-sentences-ru'),
};

interface Keyed {
  readonly sentence: Sentence;
  /** Its words, with a space before each and after the last. */
  readonly key: string;
}
export type Keys = ReadonlyMap<string, readonly Keyed[]>;

const keyOf = (text: string): string => ` ${searchKey(text)} `;
export const keysOf = (sentences: Sentences): Keys =>
  new Map(
    Object.entries(sentences).map(([name, own]) => [
      name,
      own.map((sentence) => ({ sentence, key: keyOf(sentence[0]) })),
    ]),
  );

/** Words that make a question of what is looked for. */
const ASKING = new Set(
  (
    'а в и к на по с у что как кто где когда почему зачем если ли можно нельзя будет какой какая какие какое ' +
    'может могут кого кому чего чем этот эта это мешает блокирует даёт ' +
    'nima nimaga nega qanday qaysi kim qachon qayerda agar mumkin boʻladi boʻlsa va bilan uchun bu kimlar'
  )
    .split(' ')
    .map(searchKey),
);

/** A question that a page asks and answers. */
const QUESTION = /^[^.:]{1,40}… /;

/** The part of a word that its other forms share: the longer it is, the longer the ending that may be another one. */
function stemOf(word: string): string {
  const ending = word.length < 4 ? 0 : word.length < 5 ? 1 : word.length < 8 ? 2 : 3;
  return word.slice(0, word.length - ending);
}

interface Wanted {
  /** What a sentence has to have: a stem with a space before it, a short word with one on each side. */
  readonly stems: readonly string[];
  readonly words: readonly string[];
}

/** The words of a question, by each layout of the keyboard that it may have been typed in. */
function wantedIn(query: string): Wanted[] {
  return readingsOf(query).flatMap((reading) => {
    const words = reading
      .toLowerCase()
      .split(/[^\p{L}\p{N}'’‘ʻʼ`]+/u)
      .filter((word) => word !== '');
    const telling = words.filter((word) => !ASKING.has(searchKey(word)));
    const asked = telling.length > 0 ? telling : words;
    // a letter or two are in every sentence
    if (!asked.some((word) => word.length > 2)) return [];
    // what is not done is said by “нет”, “нельзя” and their like, too
    const isShort = (word: string) => (word.length < 4 && word !== 'не') || /\d/.test(word);
    return [
      {
        words: asked.map((word) => ` ${searchKey(word)}`),
        stems: asked.map((word) => ` ${searchKey(stemOf(word))}${isShort(word) ? ' ' : ''}`),
      },
    ];
  });
}

/**
 * Sentences that answer a question: each word of it, in whatever form, is in the sentence or in the name of the workflow, one
 * at least in the sentence alone. With one to `spare`, a question of three words and more may have one that nobody says.
 * Those come first that have the words side by side, then what answers a question (“what if”), then those with the very
 * forms.
 */
export function hitsIn(keys: readonly Keyed[], name: string, query: string, spare: 0 | 1 = 0): Sentence[] {
  const own = keyOf(name);
  const found = wantedIn(query).flatMap(({ stems, words }) => {
    const lacking = stems.flatMap((stem, at) => (own.includes(stem) ? [] : [{ stem, word: words[at] ?? stem }]));
    if (lacking.length === 0) return [];
    const together = new RegExp(lacking.map(({ stem }) => `${stem.trimEnd()}[^ ]*`).join(''));
    return keys
      .filter(({ key }) => {
        const missed = lacking.filter(({ stem }) => !key.includes(stem)).length;
        return missed === 0 || (missed <= spare && missed < lacking.length && stems.length > 2);
      })
      .map(({ sentence, key }) => ({
        sentence,
        rank: [
          Number(together.test(key)),
          Number(QUESTION.test(sentence[0])),
          lacking.filter(({ word }) => key.includes(word)).length,
        ] as const,
      }));
  });
  const best = found
    .sort(({ rank: one }, { rank: other }) => other[0] - one[0] || other[1] - one[1] || other[2] - one[2])
    .map(({ sentence }) => sentence);
  return [...new Set(best)];
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
