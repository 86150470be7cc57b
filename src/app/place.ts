/** The place a person is brought back to after an ended session (decision 3), kept for this tab. */
import type { UserInfo } from '../../contract/cash.ts';
import type { EndReason } from '../../machines/session/session.machine.ts';
import { isPublicPath } from '../routes/outside.ts';
import { HOME, NOT_FOUND } from '../routes/paths.ts';
import { currentTitle } from './pageTitle.ts';

const PLACE_KEY = 'place';
const PERSON_KEY = 'person';

export interface Place {
  /** Path, query and hash; null when the place is none to come back to. */
  readonly path: string | null;
  /** How its page called itself. */
  readonly title: string | null;
  /** Whose place it is; null is a link opened before anybody signed in. */
  readonly userId: number | null;
  /** Their name at sign-in, filled in there when they come back. */
  readonly username: string | null;
  readonly reason: EndReason | 'link';
}

function pathnameOf(path: string): string | null {
  try {
    const url = new URL(path, window.location.origin);
    return url.origin === window.location.origin && path.startsWith('/') ? url.pathname : null;
  } catch {
    return null;
  }
}

/** Same-origin, neither public nor the 404 page. */
export function mayReturnTo(path: string): boolean {
  const pathname = pathnameOf(path);
  return pathname !== null && !isPublicPath(pathname) && pathname !== NOT_FOUND;
}

export function readPlace(): Place | null {
  try {
    const place = JSON.parse(sessionStorage.getItem(PLACE_KEY) ?? 'null') as Place | null;
    return typeof place === 'object' && place !== null ? place : null;
  } catch {
    return null;
  }
}

const write = (place: Place) => sessionStorage.setItem(PLACE_KEY, JSON.stringify(place));

const here = () => window.location.pathname + window.location.search + window.location.hash;

/** Who works in this tab. */
export type Person = Pick<UserInfo, 'id' | 'username'>;

/** Who was here last, for an end that comes before the person is loaded. */
export const notePerson = ({ id, username }: Person): void =>
  sessionStorage.setItem(PERSON_KEY, JSON.stringify({ id, username }));

function notedPerson(): Partial<Person> {
  try {
    const noted: unknown = JSON.parse(sessionStorage.getItem(PERSON_KEY) ?? 'null');
    return typeof noted === 'object' && noted !== null ? noted : {};
  } catch {
    return {};
  }
}

export function rememberPlace(reason: EndReason, person: Person | null): void {
  const { id = null, username = null } = person ?? notedPerson();
  const path = mayReturnTo(here()) ? here() : null;
  write({ path, title: path === null ? null : currentTitle(), userId: id, username, reason });
}

/** A link opened without a token: its page opens after sign-in. The place of an ended session there stays as it is. */
export function rememberLink(): void {
  const path = here();
  if (!mayReturnTo(path) || path === HOME || readPlace()?.path === path) return;
  write({ path, title: null, userId: null, username: null, reason: 'link' });
}

export const forgetPlace = (): void => {
  sessionStorage.removeItem(PLACE_KEY);
  sessionStorage.removeItem(PERSON_KEY);
};

/** The path to go back to, once: for the same person, and only from where nobody chose to be. */
export function takePlace(userId: number): string | null {
  const place = readPlace();
  sessionStorage.removeItem(PLACE_KEY);
  const { pathname } = window.location;
  if (place?.path == null || (pathname !== HOME && !isPublicPath(pathname))) return null;
  if (place.userId !== null && place.userId !== userId) return null;
  return mayReturnTo(place.path) ? place.path : null;
}
