/** The icon of a page by its kind: its component, and the name by which it travels in a list of favourites. */
import {
  CogIcon,
  DashboardIcon,
  DocumentIcon,
  InboxIcon,
  LayoutGridIcon,
  ManualIcon,
  PropertiesIcon,
  TimelineLineChartIcon,
} from '@blueprintjs/icons';
import type { Kind } from '../routes/page.ts';
import type { IconComponent } from '../ui/look.ts';

export interface KindIcon {
  readonly icon: IconComponent;
  readonly name: string;
}

export const kindIcons: Readonly<Record<Kind, KindIcon>> = {
  directory: { icon: PropertiesIcon, name: 'properties' },
  documents: { icon: InboxIcon, name: 'inbox' },
  window: { icon: DocumentIcon, name: 'document' },
  workspace: { icon: LayoutGridIcon, name: 'layout-grid' },
  dashboard: { icon: DashboardIcon, name: 'dashboard' },
  report: { icon: TimelineLineChartIcon, name: 'timeline-line-chart' },
  settings: { icon: CogIcon, name: 'cog' },
  public: { icon: ManualIcon, name: 'manual' },
};

/** The icon of a page that the registry does not know. */
export const iconNamed = (name: string): IconComponent =>
  Object.values(kindIcons).find((one) => one.name === name)?.icon ?? DocumentIcon;
