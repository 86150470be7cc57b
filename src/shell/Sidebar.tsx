/** The menu, made of the registry: sections by area, their pages by the person's rules. */
import { ChevronDownIcon, ChevronRightIcon, MenuClosedIcon, MenuOpenIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link } from 'wouter';
import { useUser } from '../app/session.ts';
import { VERSION } from '../app/version.ts';
import { useText } from '../i18n/index.ts';
import type { PageEntry } from '../routes/page.ts';
import { HOME, menuPageOf } from '../routes/registry.ts';
import { classes } from '../ui/look.ts';
import { Mark } from '../ui/Mark.tsx';
import { type ShownSection, sectionIcons, sectionsFor } from './areas.ts';
import { Flyout } from './Flyout.tsx';
import { FontSize } from './FontSize.tsx';

interface SidebarProps {
  page: PageEntry;
  mini: boolean;
  onMini: (mini: boolean) => void;
  /** Lies over the sheet: any way taken closes it. */
  overlay: boolean;
  onLeave: () => void;
}

function Children({ section, current, onLeave }: { section: ShownSection; current: string; onLeave: () => void }) {
  const t = useText('shell');
  const p = useText('pages');
  return section.pages.map((page) => (
    <Link
      key={page.id}
      href={page.path}
      className="sidebar-child"
      aria-current={page.id === current ? 'page' : undefined}
      onClick={onLeave}
    >
      {p(page.id)}
      {page.load === undefined && <span className="ring end" role="img" aria-label={t('notBuilt.inMenu')} />}
    </Link>
  ));
}

export function Sidebar({ page, mini, onMini, overlay, onLeave }: SidebarProps) {
  const t = useText('shell');
  const c = useText('common');
  const current = menuPageOf(page);
  const sections = sectionsFor(useUser().rules);
  const [opened, setOpened] = useState<string | null>(page.area);
  const Toggle = mini ? MenuOpenIcon : MenuClosedIcon;
  const toggle = (
    <button
      type="button"
      className="bp6-button bp6-minimal"
      aria-label={t(mini ? 'sidebar.expand' : 'sidebar.collapse')}
      title={t(mini ? 'sidebar.expand' : 'sidebar.collapse')}
      onClick={() => onMini(!mini)}
    >
      <Toggle size={16} />
    </button>
  );
  return (
    <div className={classes('sidebar', mini && 'mini', overlay && 'overlay')}>
      <div className="sidebar-head">
        <Link href={HOME} className="row sidebar-name" aria-label={c('home')} onClick={onLeave}>
          <Mark />
          {!mini && c('appName')}
        </Link>
        {!mini && !overlay && toggle}
      </div>
      <nav className="sidebar-nav" aria-label={t('sidebar.label')}>
        {!mini && <div className="sidebar-group">{t('sidebar.sections')}</div>}
        {sections.map((section) => {
          const Icon = sectionIcons[section.area];
          const title = t(`areas.${section.area}`);
          if (mini) {
            return (
              <Flyout
                key={section.area}
                side="beside"
                label={title}
                buttonClass={classes('sidebar-item', section.area === page.area && 'open')}
                button={<Icon size={16} />}
              >
                {(close) => (
                  <>
                    <div className="flyout-title">{title}</div>
                    <Children section={section} current={current} onLeave={close} />
                  </>
                )}
              </Flyout>
            );
          }
          const open = opened === section.area;
          const Chevron = open ? ChevronDownIcon : ChevronRightIcon;
          return (
            <div key={section.area}>
              <button
                type="button"
                className="sidebar-item"
                aria-expanded={open}
                onClick={() => setOpened(open ? null : section.area)}
              >
                <Icon size={16} />
                {title}
                <span className="end">
                  <Chevron size={14} />
                </span>
              </button>
              {open && (
                <div className="sidebar-children">
                  <Children section={section} current={current} onLeave={onLeave} />
                </div>
              )}
            </div>
          );
        })}
      </nav>
      <div className="sidebar-foot">
        {mini ? (
          toggle
        ) : (
          <>
            <FontSize />
            <span className="num version" title={t('sidebar.version')}>
              {VERSION}
            </span>
          </>
        )}
      </div>
    </div>
  );
}
