/**
 * Texts: `locales/<language>/<namespace>.json`, loaded when first needed; the words of errors are part of the app, for
 * they are needed when nothing can be loaded. The language is kept under `language`; Uzbek by default. A missing text
 * throws in tests and is reported in development.
 */
import { createInstance, type i18n } from 'i18next';
import { use, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import ruErrors from '../../locales/ru/errors.json' with { type: 'json' };
import uzErrors from '../../locales/uz/errors.json' with { type: 'json' };

export const LANGUAGES = ['uz', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Values = Readonly<Record<string, string | number | undefined>>;
export type Text = (key: string, values?: Values) => string;
type Resources = Record<string, unknown>;

const LANGUAGE_KEY = 'language';
/** Words of every screen. */
const ALWAYS = 'common';

type Files = Record<string, () => Promise<Resources>>;
/** Texts of sign-in and of what stands around every page; those of pages are listed apart, for the list of them is long. */
const files: Files = import.meta.glob<Resources>('/locales/*/{common,home,pages,session,shell}.json', {
  import: 'default',
});
/** The other lists, each language's own: nearly everybody reads one. */
const lists = {
  uz: {
    machines: () => import('./uz/machines.ts'),
    more: () => import('./uz/more.ts'),
    ofPages: () => import('./uz/ofPages.ts'),
  },
  ru: {
    machines: () => import('./ru/machines.ts'),
    more: () => import('./ru/more.ts'),
    ofPages: () => import('./ru/ofPages.ts'),
  },
};

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((one) => one === value);

function kept(): Language {
  const value = localStorage.getItem(LANGUAGE_KEY)?.replace(/^"|"$/g, '');
  return isLanguage(value) ? value : 'uz';
}

const fileOf = (tongue: Language, namespace: string): string => `/locales/${tongue}/${namespace}.json`;

async function textsOf(tongue: Language, namespace: string): Promise<Resources> {
  const path = fileOf(tongue, namespace);
  const file = files[path] ?? (await listOf(tongue, namespace))[path];
  if (file === undefined) throw new Error(`no texts ${path}`);
  return file();
}

async function listOf(tongue: Language, namespace: string): Promise<Files> {
  const part = namespace.startsWith('machines/') ? 'machines' : namespace.includes('/') ? 'more' : 'ofPages';
  return (await lists[tongue][part]()).list;
}

/** Fetches the list of the texts of pages before one is opened; a failure is shown when a text is needed. */
export const prefetchTexts = (): void => void lists[language()].ofPages().catch(() => {});

const engine: i18n = createInstance();

void engine.init({
  lng: kept(),
  fallbackLng: false,
  supportedLngs: [...LANGUAGES],
  resources: { uz: { errors: uzErrors }, ru: { errors: ruErrors } },
  ns: [ALWAYS, 'errors'],
  defaultNS: ALWAYS,
  interpolation: { escapeValue: false },
  saveMissing: import.meta.env.DEV || import.meta.env.MODE === 'test',
  missingKeyHandler: (languages, namespace, key, _fallback, _update, options) => {
    // words that may be missing: a line of help
    if (options?.defaultValue !== undefined) return;
    const words = `no text ${languages.join()}:${namespace}:${key}`;
    if (import.meta.env.MODE === 'test') throw new Error(words);
    console.error(words);
  },
});

/** Files that were asked for, here or under way; and those that failed, until they are asked for again. */
const arrivals = new Map<string, Promise<void>>();
const failed = new Set<string>();

/** Every namespace that a screen of this page life has asked for. */
const inUse = new Set<string>([ALWAYS]);

/** What failed is fetched again when it is next asked for. */
export function forgetFailedTexts(): void {
  for (const path of failed) arrivals.delete(path);
  failed.clear();
}

function bring(tongue: Language, namespace: string): Promise<void> {
  const path = fileOf(tongue, namespace);
  const known = arrivals.get(path);
  if (known !== undefined) return known;
  const here = engine.hasResourceBundle(tongue, namespace);
  // the fields that React's `use` reads, so that it need not suspend
  const arrived = () => Object.assign(coming, { status: 'fulfilled', value: undefined });
  const coming: Promise<void> = here
    ? Promise.resolve()
    : textsOf(tongue, namespace).then(
        (texts) => {
          engine.addResourceBundle(tongue, namespace, texts);
          arrived();
        },
        (error: unknown) => {
          failed.add(path);
          throw error;
        },
      );
  if (here) arrived();
  arrivals.set(path, coming);
  return coming;
}

const absent = (tongue: Language, namespaces: Iterable<string>) =>
  [...namespaces].filter((namespace) => !engine.hasResourceBundle(tongue, namespace));

/** The language now, for `Accept-Language`, formats and `lang`. */
export const language = (): Language => (isLanguage(engine.language) ? engine.language : 'uz');

/** A text outside a component; its namespace must be loaded: `say('errors:network')`. */
export const say = (key: string, values?: Values): string => engine.t(key, { ...values });

/** The texts of a namespace as they are written, undefined until they are here: for keys that have dots in them. */
export const written = (namespace: string): Resources | undefined =>
  engine.getResourceBundle(language(), namespace) as Resources | undefined;

/** Namespaces before they are needed, so that nothing waits. Fails when one does not come. */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  const wanted = [ALWAYS, ...namespaces];
  for (const namespace of wanted) inUse.add(namespace);
  forgetFailedTexts();
  await Promise.all(absent(language(), wanted).map((namespace) => bring(language(), namespace)));
}

/** The language that is asked for last is the one that is spoken. */
let asked: Language = language();
/** Changes of language that wait for texts. */
let changing = 0;

async function speak(next: Language): Promise<void> {
  asked = next;
  changing += 1;
  try {
    forgetFailedTexts();
    // a screen that came meanwhile has texts of its own
    for (let missing = absent(next, inUse); missing.length > 0; missing = absent(next, inUse)) {
      await Promise.all(missing.map((namespace) => bring(next, namespace)));
    }
  } finally {
    changing -= 1;
  }
  if (asked !== next || next === language()) return;
  await engine.changeLanguage(next);
  document.documentElement.lang = next;
}

/**
 * Changes the language here and in the other tabs, once all the texts on the screen are here. Fails when one of them
 * does not come; everything then stays as it was.
 */
export async function setLanguage(next: Language): Promise<void> {
  await speak(next);
  if (asked === next) localStorage.setItem(LANGUAGE_KEY, next);
}

/** Sets `lang` and follows the other tabs. */
export function startLanguage(): void {
  document.documentElement.lang = language();
  window.addEventListener('storage', (event) => {
    // without the texts this tab goes on in its own language
    if (event.key === LANGUAGE_KEY) speak(kept()).catch(() => {});
  });
  // a change of language that fails leaves the screen as it is: no reason to reload the app
  window.addEventListener('vite:preloadError', (event) => {
    if (changing > 0) event.stopImmediatePropagation();
  });
}

const subscribe = (listener: () => void) => {
  engine.on('languageChanged', listener);
  return () => engine.off('languageChanged', listener);
};

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language);

/**
 * `const t = useText('counting')`; `t('title', { number })`, `t('common:save')`. Suspends until the texts are here, and
 * throws when they do not come. Plurals by `count`: `_one`, `_few`, `_many`, `_other`.
 */
export function useText(namespace: string): Text {
  const tongue = useLanguage();
  inUse.add(namespace);
  // asked for every time, here or not: React counts on it when it draws a part again that has waited
  use(bring(tongue, namespace));
  return useTranslation(namespace, { i18n: engine, useSuspense: false }).t as Text;
}
