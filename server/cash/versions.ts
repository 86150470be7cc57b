/** Cash service: versions come with the release, from the one file that is also the changelog (spec 3, areas 4.26). */
import changelog from '../../changelog.json' with { type: 'json' };
import { type VersionEntry, versionIndex, versionLast } from '../../contract/versions.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';

/** What a version changed, in the words of a person in a shop, in both languages; newest first. */
export interface Release {
  version_name: string;
  date: string;
  changes: Record<Language, string[]>;
}

export const releases: readonly Release[] = changelog;

/** The name of this release. */
export const RELEASE = releases[0]?.version_name ?? '';

const entryOf = ({ version_name, date, changes }: Release, language: Language): VersionEntry => ({
  version_name,
  date,
  changes: changes[language].map((note) => `* ${note}`).join('\n'),
});

export const versionCalls: Implementation[] = [
  implement(versionLast, {
    handle: async () => ({ version_name: RELEASE }),
  }),
  implement(versionIndex, {
    handle: async ({ language }) => ({ data: releases.map((release) => entryOf(release, language)) }),
  }),
];
