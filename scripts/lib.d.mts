export const root: string;
/** A fingerprint of files and whole folders of the repository. */
export function hashOf(sources: readonly string[]): string;
export function sourceHash(): string;
/** A fingerprint of what the year of the demo follows from. */
export function yearHash(): string;
export function packedDemo(dist?: string): string | undefined;
/** Resolves when nobody packs the demo data any more. */
export function packingEnds(dist?: string): Promise<void>;
/** Runs a program of node_modules with our terminal; resolves with its exit code. */
export function run(
  name: string,
  args?: readonly string[],
  options?: { env?: object; quiet?: boolean },
): Promise<number>;
export function ensureBuilt(options?: { force?: boolean }): Promise<void>;
/** A Chromium to test with; ends the program with one sentence when there is none. */
export function ensureBrowser(): Promise<string>;
/** How every command starts its Chromium. */
export const BROWSER_ARGS: string[];
export const DEMO_PASSWORD: string;
/** The built server with demo data, in a temporary folder of its own. */
export function startDemo(): Promise<{ url: string; stop: () => Promise<void> }>;
