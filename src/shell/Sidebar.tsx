/** The menu, made of the registry: sections by area, their pages by the person's rules; its behaviour is the machine's. */
import { ChevronDownIcon, ChevronRightIcon, MenuClosedIcon, MenuOpenIcon } from '@blueprintjs/icons';
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { versionLast } from '../../contract/versions.ts';
import { useCall } from '../api/queries.ts';
import { useFavouritesNow } from '../app/favourites.ts';
import { navigate } from '../app/navigate.ts';
import { aroundNav } from '../app/navigation.ts';
import { useUser } from '../app/session.ts';
import { keepVersion, lastVersion } from '../app/version.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { HOME } from '../routes/paths.ts';
import { menuPageOf, type PageEntry, pathOf } from '../routes/registry.ts';
import { classes } from '../ui/look.ts';
import { Mark } from '../ui/Mark.tsx';
import { useInView } from '../ui/useInView.ts';
import { type ShownSection, sectionIcons, sectionsFor } from './areas.ts';
import { drawer, useDrawer } from './drawer.ts';
import { Favourites } from './Favourites.tsx';
import { Flyout } from './Flyout.tsx';
import { FontSize } from './FontSize.tsx';
import { SearchButton } from './Search.tsx';
import { Star } from './Star.tsx';
import { sidebar, useSidebar } from './sidebar.ts';

interface SectionProps {
  section: ShownSection;
  /** Id of the page in the menu that is shown. */
  current: string;
}

function Pages({ section, current }: SectionProps) {
  const t = useText('shell');
  const p = useText('pages');
  return section.pages.map((page) => (
    <div key={page.id} className="with-star">
      <Link href={page.path} className="sidebar-child" aria-current={page.id === current ? 'page' : undefined}>
        {p(page.id)}
        {page.built === undefined && <span className="hollow" role="img" aria-label={t('notBuilt.inMenu')} />}
      </Link>
      <Star page={page} />
    </div>
  ));
}

function Unfolding({ section, current }: SectionProps) {
  const t = useText('shell');
  const open = useSidebar(({ context }) => context.unfolded === section.area);
  const Icon = sectionIcons[section.area];
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon;
  return (
    <div>
      <button
        type="button"
        className="sidebar-item"
        aria-expanded={open}
        onClick={() => sidebar.send({ type: 'section.toggle', section: section.area })}
      >
        <Icon size={16} />
        {t(`areas.${section.area}`)}
        <span className="end">
          <Chevron size={14} />
        </span>
      </button>
      {open && (
        <div className="sidebar-children">
          <Pages section={section} current={current} />
        </div>
      )}
    </div>
  );
}

function FlyingOut({ section, current }: SectionProps) {
  const t = useText('shell');
  const open = useSidebar(({ context }) => context.flyout === section.area);
  const here = useSidebar(({ context }) => context.section === section.area);
  const Icon = sectionIcons[section.area];
  const title = t(`areas.${section.area}`);
  return (
    <Flyout
      side="beside"
      label={title}
      buttonClass={classes('sidebar-item', here && 'open')}
      button={<Icon size={16} />}
      open={open}
      onOpen={(next) => sidebar.send(next ? { type: 'flyout.open', section: section.area } : { type: 'flyout.close' })}
    >
      {() => (
        <>
          <div className="flyout-title row">
            {title}
            <span className="end muted text-xs">{t('sidebar.pages', { count: section.pages.length })}</span>
          </div>
          <Pages section={section} current={current} />
        </>
      )}
    </Flyout>
  );
}

/** A navigation in the drawer replaces the entry of the history that the drawer holds. */
function leaveDrawer(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (link.pathname === window.location.pathname) drawer.send({ type: 'drawer.close' });
  else aroundNav(navigate, link.pathname + link.search, { replace: true });
}

function SizeToggle({ mini }: { mini: boolean }) {
  const t = useText('shell');
  const label = t(mini ? 'sidebar.expand' : 'sidebar.collapse');
  const Icon = mini ? MenuOpenIcon : MenuClosedIcon;
  return (
    <button
      type="button"
      className="bp6-button bp6-minimal"
      aria-label={label}
      title={label}
      onClick={() => sidebar.send({ type: 'size.toggle' })}
    >
      <Icon size={16} />
    </button>
  );
}

/** A favourite that comes or goes above the row whose star is pressed must not move that row away from the pointer. */
function useSteadyRow(nav: RefObject<HTMLElement | null>) {
  const pressed = useRef<{ row: Element; top: number } | null>(null);
  const pages = useFavouritesNow(({ context }) => context.pages);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows above have changed with the pages
  useLayoutEffect(() => {
    if (pressed.current === null || nav.current === null) return;
    const { row, top } = pressed.current;
    const { style } = nav.current;
    const moved = () => row.getBoundingClientRect().top - top;
    nav.current.scrollTop += moved();
    // where the menu has nothing more to scroll, it lends room until the pointer has left
    const lacking = moved();
    const { paddingTop, paddingBottom } = getComputedStyle(nav.current);
    if (lacking < 0) style.paddingTop = `${Number.parseFloat(paddingTop) - lacking}px`;
    else if (lacking > 0) {
      const end = nav.current.lastElementChild?.getBoundingClientRect().bottom ?? 0;
      const below = nav.current.getBoundingClientRect().bottom - end;
      style.paddingBottom = `${Math.max(below, Number.parseFloat(paddingBottom)) + lacking}px`;
      nav.current.scrollTop += lacking;
    }
  }, [pages]);
  const onPointerLeave = () => {
    nav.current?.style.removeProperty('padding-top');
    nav.current?.style.removeProperty('padding-bottom');
  };
  const onClickCapture = ({ target }: MouseEvent) => {
    const row = target instanceof Element && target.closest('.star') ? target.closest('.sidebar-children > *') : null;
    if (row === null) return;
    pressed.current = { row, top: row.getBoundingClientRect().top };
    // what changes later is another's doing
    setTimeout(() => {
      pressed.current = null;
    });
  };
  return { onClickCapture, onPointerLeave };
}

/** The newest version; the one that was loaded before is shown until it is, so a failure needs no message. */
function VersionLabel() {
  const t = useText('shell');
  const { data } = useCall(versionLast, {}, { staleTime: Number.POSITIVE_INFINITY });
  const name = data?.version_name;
  useEffect(() => {
    if (name) keepVersion(name);
  }, [name]);
  return (
    <Link href={pathOf('versions')} className="num version" title={t('sidebar.versions')}>
      <span className="unseen">{t('sidebar.version')} </span>
      {name || lastVersion()}
    </Link>
  );
}

export function Sidebar({ page }: { page: PageEntry }) {
  const t = useText('shell');
  const c = useText('common');
  const overlay = useDrawer((snapshot) => snapshot.hasTag('narrow'));
  const mini = useSidebar((snapshot) => snapshot.hasTag('mini')) && !overlay;
  const blocked = useSidebar((snapshot) => snapshot.hasTag('blocked'));
  const current = menuPageOf(page);
  const sections = sectionsFor(useUser().rules);
  const section = useSidebar(({ context }) => context.section);
  const language = useLanguage();
  // in another language names take other room
  const nav = useInView<HTMLElement>('[aria-current="page"], .mini .open', `${current} ${section} ${mini} ${language}`);
  const steady = useSteadyRow(nav);
  return (
    <aside
      id="sidebar"
      aria-label={t('sidebar.menu')}
      className={classes('sidebar', mini && 'mini', overlay && 'overlay')}
      onClickCapture={overlay ? leaveDrawer : undefined}
    >
      <div className="sidebar-inside" inert={blocked}>
        <div className="sidebar-head">
          <Link href={HOME} className="row sidebar-name" aria-label={c('home')}>
            <Mark />
            {!mini && c('appName')}
          </Link>
          {!mini && !overlay && <SizeToggle mini={false} />}
        </div>
        <SearchButton mini={mini} />
        <nav ref={nav} {...steady} className="sidebar-nav" aria-label={t('sidebar.label')}>
          <Favourites current={current} mini={mini} />
          {!mini && <div className="sidebar-group">{t('sidebar.sections')}</div>}
          {sections.map((section) =>
            mini ? (
              <FlyingOut key={section.area} section={section} current={current} />
            ) : (
              <Unfolding key={section.area} section={section} current={current} />
            ),
          )}
        </nav>
        <div className="sidebar-foot">
          {mini ? (
            <SizeToggle mini />
          ) : (
            <>
              <FontSize />
              <VersionLabel />
            </>
          )}
        </div>
      </div>
      {blocked && (
        <p className="sidebar-blocked" role="status">
          {!mini && t('sidebar.blocked')}
        </p>
      )}
    </aside>
  );
}
