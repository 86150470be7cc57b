/** A percentage is called one: lists, forms, history, paper and files of Excel have its sign from the label alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { directories } from '../../contract/directories/index.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { Field } from '../../contract/directory/fields.ts';
import { settings } from '../../contract/settings/index.ts';

const NO_PERCENTAGE = ['scoringCriterion.weight'];

type Labelled = readonly [folder: string, name: string, fields: Readonly<Record<string, { kind: string }>>];
const declared: readonly Labelled[] = [
  ...(directories as readonly AnyDirectory[]).map(
    ({ spec }): Labelled => ['directories', spec.name, { ...spec.fields, ...spec.extra }],
  ),
  ...settings.map(({ spec }): Labelled => {
    const fields: Readonly<Record<string, Field>> = { ...spec.subject, ...spec.fields };
    return ['settings', spec.name, fields];
  }),
];

it.each(['uz', 'ru'])('in %s', (language) => {
  const unsigned = declared.flatMap(([folder, name, fields]) => {
    const path = join(import.meta.dirname, `../../locales/${language}/${folder}/${name}.json`);
    const { fields: labels } = JSON.parse(readFileSync(path, 'utf8'));
    return Object.entries(fields).flatMap(([field, { kind }]) =>
      kind === 'percent' && !labels[field].includes('%') ? [`${name}.${field}`] : [],
    );
  });
  // weights of criteria are whatever they are together: the score is their mean (decision 75)
  expect(unsigned).toEqual(NO_PERCENTAGE);
});
