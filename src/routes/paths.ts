/** Addresses that the app itself goes to; what is needed before anybody has signed in. */
export const SIGN_IN = '/auth/login';
export const OTHER_DEVICE = '/other-device/other-device';
export const HOME = '/';
export const NOT_FOUND = '/404';

/** A slash at the end is forgiven. */
export const plainPath = (path: string): string => path.replace(/(?<=[^/])\/$/, '');
