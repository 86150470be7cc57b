/** The history of versions: name, day and notes of each, as home and `/versions` show it (spec 2 "Home"). */
import { type ReactNode, useEffect, useRef } from 'react';
import { type VersionEntry, versionIndex } from '../../../contract/versions.ts';
import { useCall } from '../../api/queries.ts';
import { useNetwork } from '../../app/network.ts';
import { formatDayMonth, inTashkent, weekdayName } from '../../format/dates.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { classes } from '../../ui/look.ts';
import { notesOf } from './notes.ts';
import './versions.css';

export interface Version extends VersionEntry {
  readonly notes: readonly string[];
  /** The newest of all. */
  readonly current: boolean;
}

const versionsOf = ({ data }: { data: VersionEntry[] }): Version[] =>
  data.map((entry, at) => ({ ...entry, notes: notesOf(entry.changes), current: at === 0 }));

/** The history, read again in the language that is spoken now. */
export function useVersions() {
  const language = useLanguage();
  const query = useCall(versionIndex, {}, { select: versionsOf });
  const { refetch } = query;
  const readIn = useRef(language);
  useEffect(() => {
    if (readIn.current === language) return;
    readIn.current = language;
    void refetch();
  }, [language, refetch]);
  return query;
}

interface EntryProps {
  version: Version;
  below: ReactNode;
  name: ReactNode;
  chosen: boolean;
  heading: 'h2' | 'h3';
}

function Entry({ version, name, chosen, below, heading: Heading }: EntryProps) {
  const t = useText('home');
  const language = useLanguage();
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const { year, weekday } = inTashkent(version.date);
  return (
    <li ref={entry} className={classes('version-entry', chosen && 'chosen')} aria-current={chosen || undefined}>
      <div>
        <Heading className="version-name num">
          {name}
          {version.current && <span className="version-current">{t('versions.current')}</span>}
        </Heading>
        <time className="muted text-xs" dateTime={version.date}>
          {formatDayMonth(version.date, language)} {year}
          <br />
          {weekdayName(weekday, language)}
        </time>
      </div>
      <div>
        <ul>
          {version.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        {below}
      </div>
    </li>
  );
}

interface HistoryProps {
  /** What of the history is shown; all of it when left out. */
  shown?: (versions: readonly Version[]) => readonly Version[];
  /** The name of a version; plain words when left out. */
  nameOf?: (name: string) => ReactNode;
  /** What stands under the notes of a version. */
  belowOf?: (name: string) => ReactNode;
  /** Of a version, under the heading over the history: the page's title alone, or a title of its own. */
  heading?: 'h2' | 'h3';
  /** The version that a link has led to. */
  chosen?: string | null;
  /** Instead of a history of which nothing is shown. */
  nothing?: ReactNode;
}

export function History({ shown, nameOf, belowOf, heading = 'h3', chosen, nothing }: HistoryProps) {
  const t = useText('home');
  const { data, isError, refetch } = useVersions();
  const { reachable } = useNetwork();
  if (data === undefined) {
    if (!isError) return <SkeletonRows rows={6} columns={[1, 4]} />;
    return (
      <Empty kind="failed" title={t('versions.failed')} text={t(reachable ? 'versions.failedText' : 'errors:comes')}>
        <button type="button" className="bp6-button" onClick={() => void refetch()}>
          {t('common:retry')}
        </button>
      </Empty>
    );
  }
  const versions = shown?.(data) ?? data;
  if (versions.length === 0) return nothing;
  return (
    <ol className="versions" data-testid="versions">
      {versions.map((version) => (
        <Entry
          key={version.version_name}
          version={version}
          name={nameOf?.(version.version_name) ?? version.version_name}
          chosen={version.version_name === chosen}
          below={belowOf?.(version.version_name)}
          heading={heading}
        />
      ))}
    </ol>
  );
}
