/** The page that somebody wrote about a workflow (`docs/workflows/<language>`), at the foot of its window. */
import { type MouseEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { type Language, type Text, useLanguage } from '../../i18n/index.ts';
import { classes } from '../../ui/look.ts';
import { READING } from './addresses.ts';
import { fileOf, readingOf } from './readings.ts';

/** @param codes whether the file is named, too, and what its words are called in the code. */
export function Reading({ name, codes, t }: { name: string; codes: boolean; t: Text }) {
  const language = useLanguage();
  const file = fileOf(name, language);
  const [read, setRead] = useState<{ of: string; html: string | null }>({ of: '', html: null });
  useEffect(() => {
    let wanted = true;
    readingOf(file, language).then(
      (html) => wanted && setRead({ of: file, html: html ?? null }),
      // the rest of the window is shown without it, and the file is named
      () => wanted && setRead({ of: file, html: null }),
    );
    return () => {
      wanted = false;
    };
  }, [file, language]);
  // a link to a sentence came before the sentence was here
  useEffect(() => {
    if (read.html === null) return;
    const sought = document.getElementById(window.location.hash.slice(1));
    sought?.classList.add('is-sought');
    sought?.scrollIntoView({ block: 'center' });
  }, [read]);
  return (
    <section
      id={READING}
      className={classes('workflow-reading', !codes && 'without-codes')}
      aria-label={t('docs')}
      data-testid="reading"
    >
      {(codes || (read.of === file && read.html === null)) && <p className="code muted">{file}</p>}
      {read.of === file && read.html === null && <p>{t('docsNotRead')}</p>}
      {read.of === file && read.html !== null && <Written html={read.html} lang={language} />}
    </section>
  );
}

/** Only the click that would open the page in this tab: the others are the browser's. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The HTML that `build/workflowPages.ts` made of our own file; its links lead to other workflows of the gallery. */
export function Written({ html, lang }: { html: string; lang: Language }) {
  const [, navigate] = useLocation();
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || !isPlain(event)) return;
    event.preventDefault();
    navigate(link.pathname);
  };
  // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by the keyboard clicks by itself
  // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is clicked
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this repository, its own HTML escaped
  return <div lang={lang} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />;
}
