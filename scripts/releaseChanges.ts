/**
 * Which charts each version changed, for the history of versions: those that are different from the last version before
 * it that is kept. A version without kept charts, or with none kept before it, has no entry.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ChartRecord, differenceOf } from '../machines/kit/release.ts';
import { root } from './machines.ts';

/** Kept charts of releases, and beside them which migrations a release had. */
export const KEPT = 'docs/releases';
export const MIGRATIONS_LIST = 'migrations.json';

/** By number, part by part: 1.10.0 is later than 1.9.0. */
export const byVersion = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

export interface ReleaseChange {
  readonly version: string;
  /** The version that it is compared with. */
  readonly since: string;
  /** Whether its charts are those of the program itself, and not of a release that is kept. */
  readonly now: boolean;
  /** Machines whose chart both have and that are different. */
  readonly charts: readonly string[];
}

type Charts = ReadonlyMap<string, ChartRecord>;

/** @param kept charts of releases by version. @param now version and charts of the program. */
export function releaseChanges(
  kept: ReadonlyMap<string, Charts>,
  now: { readonly version: string; readonly charts: Charts },
): ReleaseChange[] {
  const versions = [...new Set([...kept.keys(), now.version])].sort(byVersion);
  return versions.flatMap((version, at): ReleaseChange[] => {
    const since = versions[at - 1];
    const before = since === undefined ? undefined : kept.get(since);
    const after = kept.get(version) ?? now.charts;
    if (since === undefined || before === undefined) return [];
    const charts = [...after].flatMap(([name, record]) => {
      const old = before.get(name);
      return old !== undefined && differenceOf(old, record).length > 0 ? [name] : [];
    });
    return charts.length === 0 ? [] : [{ version, since, now: !kept.has(version), charts: charts.sort() }];
  });
}

/** The charts of one release that is kept. */
export const keptCharts = (version: string): Charts =>
  new Map(
    readdirSync(resolve(root, KEPT, version))
      .filter((file) => file !== MIGRATIONS_LIST)
      .map((file) => [
        file.replace(/\.json$/, ''),
        JSON.parse(readFileSync(join(resolve(root, KEPT, version), file), 'utf8')) as ChartRecord,
      ]),
  );

export const keptVersions = (): string[] =>
  existsSync(resolve(root, KEPT)) ? readdirSync(resolve(root, KEPT)).sort(byVersion) : [];
