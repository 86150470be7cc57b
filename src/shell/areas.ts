/** Sections of the sidebar in their order, with their icons; their pages come from the registry. */
import {
  BriefcaseIcon,
  CalculatorIcon,
  ChatIcon,
  CogIcon,
  CreditCardIcon,
  CubeIcon,
  HomeIcon,
  IdNumberIcon,
  LayoutGridIcon,
  LearningIcon,
  ManualIcon,
  MapMarkerIcon,
  MobilePhoneIcon,
  PercentageIcon,
  RefreshIcon,
  ShieldIcon,
  ShopIcon,
  ShoppingCartIcon,
  StarIcon,
  TagIcon,
  TimelineBarChartIcon,
  TimelineLineChartIcon,
  TrainIcon,
} from '@blueprintjs/icons';
import { allows, type Rules } from '../../contract/rules.ts';
import { isInMenu, isSearched, SECTIONS, type Section } from '../routes/page.ts';
import { type PageEntry, pages } from '../routes/registry.ts';
import type { IconComponent } from '../ui/look.ts';

export const sectionIcons: Readonly<Record<Section, IconComponent>> = {
  home: HomeIcon,
  warehouse: CubeIcon,
  settings: CogIcon,
  specialOrders: ShoppingCartIcon,
  sms: ChatIcon,
  reports: TimelineLineChartIcon,
  resale: RefreshIcon,
  rating: StarIcon,
  promotions: PercentageIcon,
  price: TagIcon,
  pledge: ShieldIcon,
  plans: TimelineBarChartIcon,
  logistics: TrainIcon,
  levy: BriefcaseIcon,
  scoring: CalculatorIcon,
  electronicOrders: MobilePhoneIcon,
  contracts: ManualIcon,
  clients: IdNumberIcon,
  cashbox: ShopIcon,
  autoPayment: CreditCardIcon,
  addresses: MapMarkerIcon,
  tests: LearningIcon,
  widgets: LayoutGridIcon,
};

export interface ShownSection {
  readonly area: Section;
  readonly pages: readonly PageEntry[];
}

/** Pages of a section that belong there and that the person may see. */
const shownIn = (area: Section, rules: Rules, belongs: (page: PageEntry) => boolean): PageEntry[] =>
  pages.filter((page) => page.area === area && belongs(page) && allows(rules, page.menuRule ?? page.rule));

/** What the person sees of the menu: a section shows when any child passes; one without a child is left out. */
export function sectionsFor(rules: Rules): ShownSection[] {
  return SECTIONS.map((area) => ({ area, pages: shownIn(area, rules, isInMenu) })).filter(
    (section) => section.pages.length > 0,
  );
}

/** What the search may lead the person to, in the order of the menu: windows outside it too. */
export const searchedFor = (rules: Rules): readonly PageEntry[] =>
  SECTIONS.flatMap((area) => shownIn(area, rules, isSearched));
