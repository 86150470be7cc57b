/** Words around the fields of a declared page. */
import { useLocation } from 'wouter';
import { type Text, useText } from '../i18n/index.ts';
import { matchPath } from '../routes/registry.ts';

/** What the page is called in the menu. */
export function usePageName(): string {
  const p = useText('pages');
  const [path] = useLocation();
  const page = matchPath(path)?.page;
  return page === undefined ? '' : p(page.id);
}

/** Where the part of a form that begins with a field is on the page. */
export const sectionId = (directory: string, field: string): string => `${directory}-${field}`;

/** A field may have a line of help under it. */
export const helpOf = (own: Text, name: string): string | undefined =>
  own(`help.${name}`, { defaultValue: '' }) || undefined;
