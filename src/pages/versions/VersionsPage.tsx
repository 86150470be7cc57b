/** `/versions`, opened by the version in the menu: the history of versions with a search, and an address for each of them. */
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { matches, searchKey } from '../../../contract/search.ts';
import { useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { History, type Version } from './History.tsx';

const Changed = lazy(() => import('./Changed.tsx'));

/** Versions of which the name or a note is sought; of a note, with the notes that are. */
export function found(versions: readonly Version[], words: string): Version[] {
  return versions.flatMap((version) => {
    if (version.version_name.includes(words.trim())) return [version];
    const notes = version.notes.filter((note) => matches(searchKey(note), words));
    return notes.length === 0 ? [] : [{ ...version, notes }];
  });
}

export default function VersionsPage() {
  const t = useText('home');
  const [address, setAddress] = useAddress();
  const words = address.get('search') ?? '';
  const chosen = address.get('version');
  const mayCompare = useAllows('workflows.show');
  usePageTitle(t('pages:versions'));
  const clear = (
    <button type="button" className="bp6-button" onClick={() => setAddress({ search: null, version: null })}>
      {t('versions.clear')}
    </button>
  );
  return (
    <div className="scroll">
      <div className="home history">
        <div className="history-head">
          <input
            type="search"
            className="bp6-input"
            aria-label={t('versions.search')}
            placeholder={t('versions.search')}
            value={words}
            onChange={({ currentTarget }) => setAddress({ search: currentTarget.value })}
          />
        </div>
        <History
          {...(words.trim() !== '' && { shown: (versions: readonly Version[]) => found(versions, words) })}
          chosen={chosen}
          heading="h2"
          nameOf={(name) => (
            <Link href={withQuery(pathOf('versions'), { version: name })} title={t('versions.linkTo', { name })}>
              {name}
            </Link>
          )}
          {...(mayCompare && {
            belowOf: (name: string) => (
              <Suspense>
                <Changed version={name} />
              </Suspense>
            ),
          })}
          nothing={
            <Empty kind="notFound" title={t('versions.nothing')} text={t('versions.nothingText')}>
              {clear}
            </Empty>
          }
        />
      </div>
    </div>
  );
}
