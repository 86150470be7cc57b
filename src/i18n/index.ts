/**
 * Texts: `locales/<language>/<namespace>.json`, loaded when first needed. The language is kept under `language`;
 * Uzbek by default. A missing text throws in tests and is reported in development.
 */
import { type BackendModule, createInstance, type i18n } from 'i18next';
import { useSyncExternalStore } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';

export const LANGUAGES = ['uz', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Values = Readonly<Record<string, string | number | undefined>>;
export type Text = (key: string, values?: Values) => string;
type Resources = Record<string, unknown>;

const LANGUAGE_KEY = 'language';
/** Loaded before anything is drawn: words of every screen and of every error. */
const ALWAYS = ['common', 'errors'];

const files = import.meta.glob<Resources>('../../locales/*/*.json', { import: 'default' });

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((one) => one === value);

function kept(): Language {
  const value = localStorage.getItem(LANGUAGE_KEY)?.replace(/^"|"$/g, '');
  return isLanguage(value) ? value : 'uz';
}

async function textsOf(path: string): Promise<Resources> {
  const file = files[path] ?? (await import('./more.ts')).more[path];
  if (file === undefined) throw new Error(`no texts ${path}`);
  return file();
}

/** Texts as chunks of the app: each file is fetched when a screen first asks for it. */
const chunks: BackendModule = {
  type: 'backend',
  init: () => {},
  read(tongue, namespace, done) {
    textsOf(`../../locales/${tongue}/${namespace}.json`).then(
      (texts) => done(null, texts as Parameters<typeof done>[1]),
      // `true`: i18next tries again
      (error: unknown) => done(error as Error, true as never),
    );
  },
};

const engine: i18n = createInstance();

void engine
  .use(chunks)
  .use(initReactI18next)
  .init({
    lng: kept(),
    fallbackLng: false,
    supportedLngs: [...LANGUAGES],
    ns: ALWAYS,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: true },
    saveMissing: import.meta.env.DEV || import.meta.env.MODE === 'test',
    missingKeyHandler: (languages, namespace, key) => {
      const words = `no text ${languages.join()}:${namespace}:${key}`;
      if (import.meta.env.MODE === 'test') throw new Error(words);
      console.error(words);
    },
  });

/** The language now, for `Accept-Language`, formats and `lang`. */
export const language = (): Language => (isLanguage(engine.language) ? engine.language : 'uz');

/** A text outside a component; its namespace must be loaded: `say('errors:network')`. */
export const say = (key: string, values?: Values): string => engine.t(key, { ...values });

/** Namespaces before they are needed, so that nothing waits. */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  await engine.loadNamespaces([...ALWAYS, ...namespaces]);
}

async function speak(next: Language): Promise<void> {
  if (next === language()) return;
  await engine.changeLanguage(next);
  document.documentElement.lang = next;
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

const subscribe = (listener: () => void) => {
  engine.on('languageChanged', listener);
  return () => engine.off('languageChanged', listener);
};

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language);

/**
 * `const t = useText('counting')`; `t('title', { number })`, `t('common:save')`. Suspends until the texts are here.
 * Plurals by `count`: `_one`, `_few`, `_many`, `_other`.
 */
export function useText(namespace: string): Text {
  return useTranslation(namespace, { i18n: engine }).t as Text;
}
