/** "My pages" of the menu: the pages a person keeps at hand, in the person's own order. */
import { DragHandleVerticalIcon, StarIcon } from '@blueprintjs/icons';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { FavoritePage } from '../../contract/cash.ts';
import { allows, type Rules } from '../../contract/rules.ts';
import { useFavourites, useFavouritesNow } from '../app/favourites.ts';
import { useUser } from '../app/session.ts';
import { type Text, useText } from '../i18n/index.ts';
import { matchPath } from '../routes/registry.ts';
import { classes, type IconComponent } from '../ui/look.ts';
import { Flyout } from './Flyout.tsx';
import { iconNamed, kindIcons } from './kindIcons.ts';
import { FavouriteStar } from './Star.tsx';
import { useReorder } from './useReorder.ts';

interface Shown {
  readonly page: FavoritePage;
  readonly title: string;
  readonly icon: IconComponent;
  /** Id of its page in the registry; null where the registry does not know it. */
  readonly id: string | null;
  readonly built: boolean;
}

/** What the person sees of a list: pages that may be opened, by the registry's words where it has them. */
function shownOf(pages: readonly FavoritePage[], rules: Rules, p: Text): Shown[] {
  return pages.flatMap((page): Shown[] => {
    const known = matchPath(page.path)?.page;
    if (known === undefined) {
      // an address of elsewhere is no page of ours
      if (!/^\/(?![/\\])/.test(page.path)) return [];
      return [{ page, title: page.title, icon: iconNamed(page.icon), id: null, built: true }];
    }
    if (known.public === true || !allows(rules, known.rule)) return [];
    // the registry knows a kind of document, the list the very one
    const title = known.path.includes(':') ? page.title : p(known.id);
    return [{ page, title, icon: kindIcons[known.kind].icon, id: known.id, built: known.built === true }];
  });
}

/** The pages that the person keeps at hand, as they may be shown. */
export function useShown(): Shown[] {
  const p = useText('pages');
  const pages = useFavouritesNow(({ context }) => context.pages);
  const { rules } = useUser();
  return shownOf(pages, rules, p);
}

/** The favourite that is shown now: the very address, else the page in the menu that it belongs to. */
function hereOf(list: readonly Shown[], path: string, current: string): string | undefined {
  const found = list.find((one) => one.page.path === path) ?? list.find((one) => one.id === current);
  return found?.page.path;
}

interface ListProps {
  list: readonly Shown[];
  current: string;
  hintId: string;
  onFollow?: () => void;
}

function List({ list, current, hintId, onFollow }: ListProps) {
  const t = useText('shell');
  const favourites = useFavourites();
  const [path] = useLocation();
  const rows = useRef<HTMLUListElement>(null);
  const moving = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  const here = hereOf(list, path, current);

  const move = (from: string, before: string | null) => {
    const event = { type: 'page.move', path: from, before } as const;
    if (!favourites.getSnapshot().can(event)) return;
    favourites.send(event);
    const rest = list.filter((one) => one.page.path !== from);
    const at = before === null ? rest.length : rest.findIndex((one) => one.page.path === before);
    const title = list.find((one) => one.page.path === from)?.title ?? '';
    setSaid(t('favourites.moved', { title, place: at + 1, all: list.length }));
  };
  const { dragging, begin } = useReorder(move);

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const up = event.key === 'ArrowUp';
    const from = list[at]?.page.path;
    if (from === undefined || list[up ? at - 1 : at + 1] === undefined) return;
    moving.current = from;
    move(from, list[up ? at - 1 : at + 2]?.page.path ?? null);
  };

  // a row that is put elsewhere in the document loses the focus
  useEffect(() => {
    const key = moving.current;
    moving.current = null;
    if (key === null) return;
    const row = [...(rows.current?.children ?? [])].find(
      (one) => one instanceof HTMLElement && one.dataset.key === key,
    );
    row?.querySelector('a')?.focus();
  });

  return (
    <>
      <ul ref={rows} className={classes('favourites', 'reorder', dragging !== null && 'dragging')}>
        {list.map(({ page, title, icon: Icon, built }, at) => {
          const by = dragging?.by[page.path] ?? 0;
          return (
            <li
              key={page.path}
              data-key={page.path}
              className={classes('with-star', dragging?.key === page.path && 'drawn')}
              style={by === 0 ? undefined : { translate: `0 ${by}px` }}
              onPointerDown={(event) => begin(page.path, event)}
            >
              <Link
                href={page.path}
                className="sidebar-item"
                draggable={false}
                aria-current={page.path === here ? 'page' : undefined}
                aria-describedby={list.length > 1 ? hintId : undefined}
                aria-keyshortcuts={list.length > 1 ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
                onKeyDown={(event) => onKeyDown(event, at)}
                onClick={onFollow}
              >
                <Icon size={16} />
                <span>{title}</span>
                {!built && <span className="hollow" role="img" aria-label={t('notBuilt.inMenu')} />}
              </Link>
              <FavouriteStar page={page} title={title} />
              {list.length > 1 && (
                <span className="handle" data-handle aria-hidden="true">
                  <DragHandleVerticalIcon size={14} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <div className="unseen" aria-live="polite">
        {said}
      </div>
    </>
  );
}

function Hint({ id }: { id: string }) {
  const t = useText('shell');
  return (
    <span className="favourites-hint" id={id}>
      <kbd className="kbd">Alt</kbd>
      <kbd className="kbd">↑</kbd>
      <kbd className="kbd">↓</kbd>
      {t('favourites.hint')}
    </span>
  );
}

export interface FavouritesProps {
  /** Id of the page in the menu that is shown. */
  current: string;
  /** One star that opens the list beside it. */
  mini: boolean;
}

export function Favourites({ current, mini }: FavouritesProps) {
  const t = useText('shell');
  const list = useShown();
  const id = useId();
  const words = t('favourites.title');
  const hint = list.length > 1 && <Hint id={`${id}-hint`} />;
  const none = list.length === 0 && <p className="favourites-none">{t('favourites.none')}</p>;
  if (mini) {
    return (
      <Flyout side="beside" label={words} buttonClass="sidebar-item" button={<StarIcon size={16} />}>
        {(close) => (
          <div className="favourites-group">
            <div className="flyout-title row">
              {words}
              {hint}
            </div>
            {none}
            <List list={list} current={current} hintId={`${id}-hint`} onFollow={close} />
          </div>
        )}
      </Flyout>
    );
  }
  return (
    <section className="favourites-group" aria-labelledby={id}>
      <div className="sidebar-group row">
        <span id={id}>{words}</span>
        {hint}
      </div>
      {none}
      <List list={list} current={current} hintId={`${id}-hint`} />
    </section>
  );
}
