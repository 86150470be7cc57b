/**
 * The texts of a machine in two: what pages of documents say of it (its name, states, events), and what only the gallery
 * does (guards, actions, actors, delays, facts), which is asked for with `?words`. They are one file for who writes them.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const OF_GALLERY = ['guards', 'actions', 'actors', 'delays', 'facts'];
const TEXTS = /\/locales\/\w+\/machines\/[^/?]+\.json$/;
const ASKED = '?words';
/** No path of a file, so that nobody reads it as JSON. */
const WORDS = '\0machine-words:';

/** The part of the texts that is asked for. */
function partOf(file: string, words: boolean): string {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return JSON.stringify(
    Object.fromEntries(Object.entries(texts).filter(([key]) => OF_GALLERY.includes(key) === words)),
  );
}

export const machineTexts = (): Plugin => ({
  name: 'machine-texts',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!source.endsWith(ASKED) || importer === undefined) return undefined;
    const path = source.slice(0, -ASKED.length);
    if (!TEXTS.test(path)) return undefined;
    const root = resolve(import.meta.dirname, '..');
    const file = path.startsWith('/locales/') ? resolve(root, path.slice(1)) : resolve(dirname(importer), path);
    return `${WORDS}${file.replace(/\.json$/, '')}`;
  },
  load(id) {
    if (id.startsWith(WORDS)) return `export default ${partOf(`${id.slice(WORDS.length)}.json`, true)}`;
    return TEXTS.test(id) ? partOf(id, false) : undefined;
  },
});
