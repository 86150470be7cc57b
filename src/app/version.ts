/** The version that this build is: a release sets it with the changelog. */
export { version as RELEASE } from '../../package.json';

/** The version label while none is loaded (spec 9). */
export const VERSION = '1.0.1';

const KEY = 'version';
/** The one that was loaded last: shown without a network. */
export const lastVersion = (): string => localStorage.getItem(KEY) || VERSION;
export const keepVersion = (name: string): void => localStorage.setItem(KEY, name);
