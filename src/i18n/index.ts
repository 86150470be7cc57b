/**
 * Texts: `locales/<language>/<namespace>.json`, loaded when first needed. The language is kept under `language`;
 * Uzbek by default. A missing text throws in tests and is reported in development.
 */
import { createInstance, type i18n } from 'i18next';
import { use, useSyncExternalStore } from 'react';

export const LANGUAGES = ['uz', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Values = Readonly<Record<string, string | number | undefined>>;
export type Text = (key: string, values?: Values) => string;
type Resources = Record<string, unknown>;

const LANGUAGE_KEY = 'language';
/** Loaded before anything is drawn: words of every screen and of every error. */
const ALWAYS = ['common', 'errors'];

const files = import.meta.glob<Resources>(['../../locales/*/*.json', '../../locales/*/machines/*.json'], {
  import: 'default',
});

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((one) => one === value);

function kept(): Language {
  const value = localStorage.getItem(LANGUAGE_KEY)?.replace(/^"|"$/g, '');
  return isLanguage(value) ? value : 'uz';
}

const engine: i18n = createInstance();

void engine.init({
  lng: kept(),
  fallbackLng: false,
  supportedLngs: [...LANGUAGES],
  ns: [],
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
  saveMissing: import.meta.env.DEV || import.meta.env.MODE === 'test',
  missingKeyHandler: (languages, namespace, key) => {
    const words = `no text ${languages.join()}:${namespace}:${key}`;
    if (import.meta.env.MODE === 'test') throw new Error(words);
    console.error(words);
  },
});

const loads = new Map<string, Promise<void>>();
const wanted = new Set<string>(ALWAYS);

function load(tongue: Language, namespace: string): Promise<void> {
  const name = `${tongue}/${namespace}`;
  let loading = loads.get(name);
  if (loading === undefined) {
    const read = files[`../../locales/${name}.json`];
    if (read === undefined) throw new Error(`no texts ${name}`);
    loading = read().then((texts) => {
      engine.addResourceBundle(tongue, namespace, texts, true, true);
    });
    // a failed load may be tried again
    loading.catch(() => loads.delete(name));
    loads.set(name, loading);
  }
  return loading;
}

/** The language now, for `Accept-Language`, formats and `lang`. */
export const language = (): Language => (isLanguage(engine.language) ? engine.language : 'uz');

/** A text outside a component; its namespace must be loaded: `say('errors:network')`. */
export const say = (key: string, values?: Values): string => engine.t(key, { ...values });

/** Namespaces before they are needed, so that nothing waits. */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  await Promise.all([...ALWAYS, ...namespaces].map((namespace) => load(language(), namespace)));
}

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

async function speak(next: Language): Promise<void> {
  if (next === language()) return;
  await Promise.all([...wanted].map((namespace) => load(next, namespace)));
  await engine.changeLanguage(next);
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

/** Changes the language here and in the other tabs; shown once its texts are here. */
export async function setLanguage(next: Language): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, next);
  await speak(next);
}

/** Sets `lang` and follows the other tabs. */
export function startLanguage(): void {
  document.documentElement.lang = language();
  window.addEventListener('storage', (event) => {
    if (event.key === LANGUAGE_KEY) void speak(kept());
  });
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language);

const fixed = new Map<string, Text>();

/**
 * `const t = useText('counting')`; `t('title', { number })`, `t('common:save')`. Suspends until the texts are here.
 * Plurals by `count`: `_one`, `_few`, `_many`, `_other`.
 */
export function useText(namespace: string): Text {
  const tongue = useLanguage();
  const name = `${tongue}/${namespace}`;
  wanted.add(namespace);
  if (!engine.hasResourceBundle(tongue, namespace)) use(load(tongue, namespace));
  let text = fixed.get(name);
  if (text === undefined) {
    text = engine.getFixedT(tongue, namespace) as Text;
    fixed.set(name, text);
  }
  return text;
}
