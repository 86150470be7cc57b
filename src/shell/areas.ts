/** Sections of the sidebar in their order, with their icons; their pages come from the registry. */
import { CubeIcon, HomeIcon } from '@blueprintjs/icons';
import { allows, type Rules } from '../../contract/rules.ts';
import { type Area, type PageEntry, pages } from '../routes/registry.ts';
import type { IconComponent } from '../ui/look.ts';

export interface Section {
  readonly area: Area;
  readonly icon: IconComponent;
  /** Rule of the section itself; one whose child passes is shown all the same. */
  readonly rule?: string;
}

const sections: readonly Section[] = [
  { area: 'home', icon: HomeIcon },
  { area: 'warehouse', icon: CubeIcon },
];

export interface ShownSection extends Section {
  readonly pages: readonly PageEntry[];
}

/** What the person sees of the menu: a section without a page to go to is left out. */
export function sectionsFor(rules: Rules): ShownSection[] {
  return sections
    .map((section) => ({
      ...section,
      pages: pages.filter(
        (page) => page.inMenu && page.area === section.area && allows(rules, page.menuRule ?? page.rule),
      ),
    }))
    .filter((section) => section.pages.length > 0);
}

/** The page of the menu that a page belongs to. */
export const menuPageOf = (page: PageEntry): string => page.parent ?? page.id;
