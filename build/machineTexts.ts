/**
 * The texts of a machine in two: what pages of documents say of it (its name, states, events), and what only the gallery
 * does (guards, actions, actors, delays, facts), which is asked for with `?words`. They are one file for who writes them.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const OF_GALLERY = ['guards', 'actions', 'actors', 'delays', 'facts'];
const TEXTS = /\/locales\/\w+\/machines\/[^/?]+\.json(\?words)?$/;

/** The part of the texts that is asked for. */
export function partOf(texts: Readonly<Record<string, unknown>>, words: boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => OF_GALLERY.includes(key) === words));
}

export const machineTexts = (): Plugin => ({
  name: 'machine-texts',
  enforce: 'pre',
  load(id) {
    const found = TEXTS.exec(id);
    if (found === null) return undefined;
    const texts = JSON.parse(readFileSync(id.replace(/\?.*$/, ''), 'utf8')) as Record<string, unknown>;
    return JSON.stringify(partOf(texts, found[1] !== undefined));
  },
});
