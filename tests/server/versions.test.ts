/** Versions (spec 2 "Home", 7): the one file they come from, and the two calls that answer it. */
import { describe, expect, it } from 'vitest';
import { versionIndex, versionLast } from '../../contract/versions.ts';
import manifest from '../../package.json' with { type: 'json' };
import { releases } from '../../server/cash/versions.ts';
import { withServer } from './world.ts';

const server = withServer();

describe('the changelog', () => {
  const parts = (name: string) => name.split('.').map(Number);

  it('begins with the version of this release', () => {
    expect(releases[0]?.version_name).toBe(manifest.version);
  });

  it('goes from the newest to the oldest, by number and by day', () => {
    for (const [at, { version_name, date }] of releases.entries()) {
      expect(version_name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(new Date(`${date}T00:00:00Z`).toISOString()).toBe(`${date}T00:00:00.000Z`);
      const before = releases[at + 1];
      if (before === undefined) continue;
      const [mine, theirs] = [parts(version_name), parts(before.version_name)];
      const first = mine.findIndex((part, place) => part !== theirs[place]);
      expect(mine[first], `${version_name} stands above ${before.version_name}`).toBeGreaterThan(theirs[first] ?? 0);
      expect(date >= before.date, `${version_name} is not older than ${before.version_name}`).toBe(true);
    }
  });

  it.each(releases.map((release) => [release.version_name, release] as const))(
    'says %s in both languages',
    (_, one) => {
      const { uz, ru } = one.changes;
      expect(uz.length).toBeGreaterThan(0);
      expect(ru).toHaveLength(uz.length);
      for (const note of [...uz, ...ru]) {
        // on the wire a star begins the next note
        expect(note).not.toContain('*');
        expect(note.trim()).toBe(note);
        expect(note).not.toBe('');
      }
      for (const note of uz) expect(note).not.toMatch(/\p{Script=Cyrillic}|['’`‘]/u);
      for (const note of ru) expect(note).toMatch(/\p{Script=Cyrillic}/u);
    },
  );
});

describe('its calls', () => {
  it('name the newest version, for anybody signed in', async () => {
    expect(await server.current.do('nobody', versionLast)).toEqual({ version_name: releases[0]?.version_name });
  });

  it.each(['uz', 'ru'] as const)('show the history in %s, each note after a star', async (language) => {
    const answer = await server.current.call('nobody', versionIndex, { language });
    expect(answer.body.data).toEqual(
      releases.map(({ version_name, date, changes }) => ({
        version_name,
        date,
        changes: changes[language].map((note) => `* ${note}`).join('\n'),
      })),
    );
  });
});
