/** The version that this build is: a release sets it with the changelog. */
export { version as RELEASE } from '../../package.json';

/** The version label while none is loaded (spec 9). */
export const VERSION = '1.0.1';
