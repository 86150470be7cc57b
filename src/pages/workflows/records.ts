/** Charts as releases keep them, and as this build has them (`npm run docs`, `npm run charts -- keep`). */
import { use, useEffect, useState } from 'react';
import type { ChartRecord } from '../../../machines/kit/release.ts';
import { onReachable } from '../../app/network.ts';

const ofNow = import.meta.glob<ChartRecord>('../../../docs/generated/charts/*.json', { import: 'default' });
const kept = import.meta.glob<ChartRecord>('../../../docs/releases/*/*.json', { import: 'default' });

const coming = new Map<string, Promise<ChartRecord | null>>();

/** A file that did not come is asked for again. */
function bring(path: string, load: (() => Promise<ChartRecord>) | undefined): Promise<ChartRecord | null> {
  const known = coming.get(path);
  if (known !== undefined) return known;
  const arriving = (load?.() ?? Promise.resolve(null)).catch((error: unknown) => {
    coming.delete(path);
    throw error;
  });
  coming.set(path, arriving);
  return arriving;
}

const pathOf = (name: string, version: string | null): string =>
  version === null ? `../../../docs/generated/charts/${name}.json` : `../../../docs/releases/${version}/${name}.json`;

export const recordOf = (name: string, version: string | null): Promise<ChartRecord | null> => {
  const path = pathOf(name, version);
  return bring(path, version === null ? ofNow[path] : kept[path]);
};

/** The chart of this build, or of a release; null where that release has none. Suspends until it is here. */
export const useRecord = (name: string, version: string | null = null): ChartRecord | null =>
  use(recordOf(name, version));

/**
 * The chart of this build for a part that shows something without it too: undefined until it is here, null where there is
 * none. What does not come without a network comes with it.
 */
export function useArrivingRecord(name: string): ChartRecord | null | undefined {
  const [come, setCome] = useState<{ name: string; record: ChartRecord | null }>();
  useEffect(() => {
    let isWanted = true;
    const stop = onReachable(() => {
      recordOf(name, null).then(
        (record) => isWanted && setCome({ name, record }),
        () => {},
      );
    });
    return () => {
      isWanted = false;
      stop();
    };
  }, [name]);
  return come?.name === name ? come.record : undefined;
}

const byVersion = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

/** Releases that are kept, the newest first. */
export const RELEASES: readonly string[] = [
  ...new Set(Object.keys(kept).map((path) => /releases\/([^/]+)\//.exec(path)?.[1] ?? '')),
].sort((one, other) => byVersion(other, one));
