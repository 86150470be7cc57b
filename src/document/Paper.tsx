/** A document on paper: what it is, its fields and lines, and room for the signatures. */
import type { ReactNode } from 'react';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { useUser } from '../app/session.ts';
import { useStates } from '../directory/pane.tsx';
import { usePageName } from '../directory/words.ts';
import { formatDateTimeFull } from '../format/dates.ts';
import { type Text, useLanguage, useText } from '../i18n/index.ts';
import type { RecordWords } from '../ui/record/words.ts';
import { ReadFields } from './ReadFields.tsx';

interface PaperProps {
  directory: AnyDirectory;
  record: RecordView;
  own: Text;
  words: RecordWords;
  /** In place of fields and lines. */
  content: ReactNode;
}

export function Paper({ directory, record, own, words, content }: PaperProps) {
  const t = useText('document');
  const language = useLanguage();
  const name = usePageName();
  const { fullname } = useUser();
  const { wordsOfState } = useStates(directory);
  const { number, organization, author, owner, created_at, status } = record.facts as unknown as {
    number: string | null;
    organization: { title: string };
    author: { fullname: string };
    owner: { fullname: string };
    created_at: string;
    status: string;
  };
  const people = [...new Set([author.fullname, owner.fullname])];
  return (
    <article className="print-sheet print-only" data-testid="print-sheet" lang={language}>
      <h1>
        {name} {number ?? ''}
      </h1>
      <dl className="facts">
        <dt>{t('branch')}</dt>
        <dd>{organization.title}</dd>
        <dt>{t('directory:status')}</dt>
        <dd>{wordsOfState(status)}</dd>
        <dt>{t('created')}</dt>
        <dd>
          {formatDateTimeFull(created_at)}, {author.fullname}
        </dd>
      </dl>
      {content ?? <ReadFields {...{ directory, record, own, words }} which="all" />}
      <section className="signatures" aria-label={t('print.signatures')}>
        {people.map((one) => (
          <div key={one}>
            <span className="sign-line" />
            <span>{one}</span>
          </div>
        ))}
      </section>
      <p className="print-time">{t('print.printed', { name: fullname, time: formatDateTimeFull(Date.now()) })}</p>
    </article>
  );
}
