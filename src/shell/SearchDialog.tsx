/**
 * The search dialog: a field that keeps the focus, a list that the arrows go through, and a foot. A native modal, so
 * that nothing behind it is reached and the focus returns to where it was.
 */
import { ChevronDownIcon, ChevronRightIcon, CrossIcon, HistoryIcon, SearchIcon } from '@blueprintjs/icons';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { useLocation } from 'wouter';
import {
  figureOf,
  listingOf,
  type PageRow,
  type RecentRow,
  type SectionRow,
} from '../../machines/searchDialog/listing.ts';
import type { Via } from '../../machines/searchDialog/search.ts';
import { SEARCH_FONT } from '../../machines/searchDialog/searchDialog.machine.ts';
import { useCovered } from '../app/session.ts';
import { relative } from '../format/dates.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import type { Section } from '../routes/page.ts';
import { Empty } from '../ui/Empty.tsx';
import { TopBar } from '../ui/loading.tsx';
import { classes } from '../ui/look.ts';
import { Kbd } from '../ui/small.tsx';
import { sectionIcons } from './areas.ts';
import { drawer } from './drawer.ts';
import { Marked } from './Marked.tsx';
import { Asking, Hits } from './SearchHits.tsx';
import { search, useSearch } from './searchActor.ts';
import { typedEarly } from './searchKeys.ts';
import { choose, type ListProps, type OptionProps, optionProps } from './searchOption.ts';
import './searchDialog.css';

/** The word by which something was found though it is not its name. */
function ViaWord({ via }: { via: Via }) {
  const t = useText('search');
  return (
    <span className="search-via">
      {t(`via.${via.kind}`)} <Marked text={via.text} marks={via.marks} />
    </span>
  );
}

/** A page: a real link, so that it opens in another tab as well. */
const PageOption = memo(({ row, name, active }: OptionProps<PageRow | RecentRow>) => {
  const t = useText('search');
  const language = useLanguage();
  const { entry, title, marks, via } = row;
  return (
    <a
      role="option"
      tabIndex={-1}
      {...optionProps(row.option, name, active)}
      href={entry.path}
      className={classes('search-option', 'at' in row ? 'recent' : 'page')}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        choose(row.option);
      }}
    >
      {'at' in row && <HistoryIcon size={14} />}
      <span className="search-words">
        <span>
          <Marked text={title} marks={marks} />
        </span>
        {'at' in row && (
          <span className="search-via">
            <Marked text={row.section} marks={row.sectionMarks} />
          </span>
        )}
        {via !== null && <ViaWord via={via} />}
      </span>
      <span className="search-end">
        {'at' in row && <time className="num">{relative(row.at, language)}</time>}
        {!entry.built && <span className={active ? 'search-state' : 'unseen'}>{t('notBuilt')}</span>}
        {!entry.built && <i className="hollow" />}
        {active && <Kbd>↵</Kbd>}
      </span>
    </a>
  );
});

const SectionOption = memo(({ row, name, active }: OptionProps<SectionRow>) => {
  const t = useText('search');
  const Icon = sectionIcons[row.area as Section];
  const Chevron = row.expanded ? ChevronDownIcon : ChevronRightIcon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      role="option"
      tabIndex={-1}
      {...optionProps(row.option, name, active)}
      className="search-option section"
      onClick={() => choose(row.option)}
    >
      <Icon size={14} />
      <span className="search-words">
        <span>
          <Marked text={row.title} marks={row.marks} />
        </span>
        <span className="search-count num">{row.pages.length}</span>
        {row.via !== null && <ViaWord via={row.via} />}
        <span className="unseen">{t(row.expanded ? 'unfolded' : 'folded')}</span>
      </span>
      <span className="search-end">
        {active && <Kbd>↵</Kbd>}
        <Chevron size={12} />
      </span>
    </div>
  );
});

function Sections({ rows, nameOf, active }: ListProps & { rows: readonly SectionRow[] }) {
  return rows.map((row) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
    <div key={row.area} role="group" aria-label={row.title} className="search-section">
      <SectionOption row={row} name={nameOf(row.option)} active={active === row.option} />
      {row.expanded &&
        row.pages.map((page) => (
          <PageOption key={page.option} row={page} name={nameOf(page.option)} active={active === page.option} />
        ))}
    </div>
  ));
}

/** What is listed while something is. */
function Options({ nameOf, active, id }: ListProps & { id: string }) {
  const t = useText('search');
  const context = useSearch((snapshot) => snapshot.context);
  const asked = useSearch((snapshot) => snapshot.matches({ open: { ready: { pages: { listing: 'found' } } } }));
  const listing = useMemo(() => listingOf(context), [context]);
  return (
    <div id={id} role="listbox" aria-label={t('list')}>
      {listing.recent.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
        <div role="group" aria-label={t('recent')} className="search-group">
          <div className="search-heading" aria-hidden="true">
            {t('recent')}
          </div>
          {listing.recent.map((row) => (
            <PageOption key={row.option} row={row} name={nameOf(row.option)} active={active === row.option} />
          ))}
        </div>
      )}
      {asked ? (
        <>
          <Sections rows={listing.sections} nameOf={nameOf} active={active} />
          {listing.groups.map((group) => (
            <Hits key={group.group} group={group} nameOf={nameOf} active={active} />
          ))}
        </>
      ) : (
        <div className={classes('search-columns', listing.columns === 2 && 'two', listing.rest.length === 0 && 'flow')}>
          <div className="search-group">
            <div className="search-heading" aria-hidden="true">
              {t('most')}
            </div>
            <div className="search-flow">
              <Sections rows={listing.sections} nameOf={nameOf} active={active} />
            </div>
          </div>
          {listing.rest.length > 0 && (
            <div className="search-group">
              <div className="search-heading" aria-hidden="true">
                {t('sections')}
              </div>
              <Sections rows={listing.rest} nameOf={nameOf} active={active} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function FontSlider() {
  const t = useText('search');
  const size = useSearch(({ context }) => context.fontSize);
  return (
    <span className="search-font">
      <span aria-hidden="true" className="font-small">
        A
      </span>
      <input
        type="range"
        className="font-range"
        min={SEARCH_FONT.least}
        max={SEARCH_FONT.greatest}
        step={1}
        value={size}
        aria-label={t('fontSize')}
        onChange={(event) => search.send({ type: 'fontSize.change', size: Number(event.target.value) })}
      />
      <span aria-hidden="true" className="font-large">
        A
      </span>
    </span>
  );
}

const KEYS = {
  ArrowDown: 'option.next',
  ArrowUp: 'option.previous',
  Home: 'option.first',
  End: 'option.last',
} as const;
const isKey = (key: string): key is keyof typeof KEYS => key in KEYS;

function Opened() {
  const t = useText('search');
  const c = useText('common');
  const id = useId();
  const [, navigate] = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const byKey = useRef(false);
  const context = useSearch((snapshot) => snapshot.context);
  const state = useSearch((snapshot) =>
    (['listing', 'nothing', 'failed', 'busy'] as const).find((tag) => snapshot.hasTag(tag)),
  );
  const { query, active, fontSize } = context;
  const listing = useMemo(() => (state === 'listing' ? listingOf(context) : null), [context, state]);
  const nameOf = (option: string) => `${id}${option}`;
  // another answer begins at its top
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is what changes the answer
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = 0;
  }, [query]);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  useEffect(() => {
    const chosen = search.on('page.chosen', ({ path }) => {
      // the drawer holds an entry of the history, which the new page takes over
      const held = drawer.getSnapshot().hasTag('open');
      if (path === window.location.pathname + window.location.search) drawer.send({ type: 'drawer.close' });
      else navigate(path, { replace: held });
    });
    return () => chosen.unsubscribe();
  }, [navigate]);

  useEffect(() => {
    // the back button closes the top layer, also where it leads to no other page
    const onBack = () => search.send({ type: 'page.shown' });
    window.addEventListener('popstate', onBack);
    return () => window.removeEventListener('popstate', onBack);
  }, []);

  useEffect(() => {
    if (!byKey.current || active === null) return;
    byKey.current = false;
    document.getElementById(`${id}${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (isKey(event.key)) {
      event.preventDefault();
      byKey.current = true;
      search.send({ type: KEYS[event.key] });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      search.send({ type: 'option.choose' });
    }
  };

  const searching = useSearch((snapshot) => snapshot.hasTag('searching'));
  const found = listing && (
    <>
      {listing.pageCount > 0 && (
        <>
          {t('count.pages', { count: listing.pageCount })},{' '}
          {t('count.sections', { count: listing.sections.length + listing.rest.length })}
          {listing.hitCount > 0 && ', '}
        </>
      )}
      {listing.hitCount > 0 && t('count.hits', { figure: figureOf(listing.hitCount, listing.hitsMore) })}
    </>
  );
  return (
    <dialog
      ref={dialog}
      className="search"
      aria-label={t('title')}
      aria-modal="true"
      style={{ '--u': `${fontSize}px` } as CSSProperties}
      onCancel={(event) => {
        event.preventDefault();
        search.send({ type: 'search.close' });
      }}
      onClose={({ currentTarget }) => {
        // the browser may close a modal though it was asked not to
        if (!currentTarget.open) search.send({ type: 'search.close' });
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        // the drawer behind stays
        event.stopPropagation();
        search.send({ type: 'search.close' });
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) search.send({ type: 'search.close' });
      }}
      // a finger that goes over the list does not move the drawer behind
      onTouchStart={(event) => event.stopPropagation()}
    >
      <div className="search-inside">
        <div className="search-head">
          <SearchIcon size={16} />
          <input
            ref={field}
            type="text"
            role="combobox"
            className="search-field"
            aria-label={t('title')}
            aria-expanded={state === 'listing'}
            aria-autocomplete="list"
            {...(state === 'listing' ? { 'aria-controls': `${id}list` } : {})}
            {...(active === null ? {} : { 'aria-activedescendant': nameOf(active) })}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={t('placeholder')}
            value={query}
            onFocus={() => {
              const typed = typedEarly();
              if (typed !== '') search.send({ type: 'query.change', query: query + typed });
            }}
            onChange={(event) => search.send({ type: 'query.change', query: event.target.value })}
            onKeyDown={onKeyDown}
          />
          <button
            type="button"
            className="bp6-button bp6-minimal"
            aria-label={c('close')}
            title={c('close')}
            onClick={() => search.send({ type: 'search.close' })}
          >
            <CrossIcon size={16} />
          </button>
        </div>
        <p role="status" className="unseen">
          {state !== 'nothing' ? found : searching ? t('searching') : t('nothing.title', { query })}
        </p>
        {state === 'listing' && (
          <div className="search-list" ref={list}>
            <Options id={`${id}list`} nameOf={nameOf} active={active} />
            <Asking />
          </div>
        )}
        {state === 'busy' && (
          <div className="search-list">
            <TopBar label={c('loading')} />
          </div>
        )}
        {state === 'nothing' && (
          <div className="search-list">
            <Asking />
            {!searching && (
              <Empty
                kind="notFound"
                icon={SearchIcon}
                title={t('nothing.title', { query })}
                text={t('nothing.text', { count: context.entries.length })}
              />
            )}
          </div>
        )}
        {state === 'failed' && (
          <div className="search-list">
            <Empty kind="failed" title={t('failed.title')} text={t('failed.text')}>
              <button
                type="button"
                className="bp6-button"
                onClick={() => {
                  // the button disappears with the error, and typing continues
                  field.current?.focus();
                  search.send({ type: 'pages.retry' });
                }}
              >
                {c('retry')}
              </button>
            </Empty>
          </div>
        )}
        <div className="search-foot">
          <span className="search-keys">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd>
            {t('keys.choose')}
          </span>
          <span className="search-keys">
            <Kbd>↵</Kbd>
            {t('keys.open')}
          </span>
          <span className="search-keys">
            <Kbd>Esc</Kbd>
            {t('keys.close')}
          </span>
          <span className="search-side">
            <span className="num" aria-hidden="true">
              {found}
            </span>
            <FontSlider />
          </span>
        </div>
      </div>
    </dialog>
  );
}

export default function SearchDialog() {
  const open = useSearch((snapshot) => snapshot.hasTag('open'));
  const covered = useCovered();
  useEffect(() => {
    if (covered) search.send({ type: 'search.close' });
  }, [covered]);
  return open && !covered ? <Opened /> : null;
}
