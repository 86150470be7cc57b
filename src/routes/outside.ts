/** Access without a person (decisions 1 and 8): the two public pages, known without the list of all the others. */
import { signedOut } from './pages/signedOut.ts';
import { OTHER_DEVICE, plainPath, SIGN_IN } from './paths.ts';

export type Outsider = { readonly kind: 'phone' } | { readonly kind: 'nobody' };

export type OutsideVerdict =
  | { readonly kind: 'show'; readonly page: (typeof signedOut)[number] }
  | { readonly kind: 'go'; readonly path: string };

const publicPage = (path: string) => signedOut.find((page) => page.path === plainPath(path));

export const isPublicPath = (path: string): boolean => publicPage(path) !== undefined;

export function guardOutside({ kind }: Outsider, path: string): OutsideVerdict {
  const page = publicPage(path);
  if (kind === 'phone') {
    return page?.path === OTHER_DEVICE ? { kind: 'show', page } : { kind: 'go', path: OTHER_DEVICE };
  }
  return page === undefined ? { kind: 'go', path: SIGN_IN } : { kind: 'show', page };
}
