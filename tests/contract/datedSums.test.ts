/** What money depends on and has no date of its own (decision 81), by hand: a setting with a first day, not a field. */
import { expect, it } from 'vitest';
import { directories } from '../../contract/directories/index.ts';
import { settings } from '../../contract/settings/index.ts';

const DATED = {
  workplaceCoefficient: { of: 'workplaceCategory', fields: ['coefficient'] },
  masterFee: { of: 'master', fields: ['fee', 'percent'] },
  installableFee: { of: 'installableCategory', fields: ['fee'] },
  carBasePrice: { of: 'pledgeCarModel', fields: ['price'] },
} as const;

const settingOf = (name: string) => settings.find(({ spec }) => spec.name === name)?.spec;
const fieldsOf = (name: string) => Object.keys(directories.find(({ spec }) => spec.name === name)?.spec.fields ?? {});

it.each(Object.entries(DATED))('%s holds from a day on, and its record does not have it', (name, { of, fields }) => {
  const setting = settingOf(name);
  expect(Object.keys(setting?.fields ?? {})).toEqual(fields);
  expect(Object.values(setting?.subject ?? {})).toContainEqual(expect.objectContaining({ kind: 'ref', to: of }));
  const undated = fieldsOf(of);
  expect(undated).not.toEqual([]);
  for (const field of fields) expect(undated).not.toContain(field);
});

it('the limit of a category of employers is in one setting, and not with the category', () => {
  const limited = settings.filter(({ spec }) => 'workplace_category' in spec.subject && 'max_limit' in spec.fields);
  expect(limited.map(({ spec }) => spec.name)).toEqual(['workplaceCategorySetting']);
  expect(fieldsOf('workplaceCategory')).toEqual(['name', 'certificate']);
});
