/** What a client is scored by, and how much it weighs (areas 2.3, 4.16 `/income/scoring-criteria`; decision 75). */
import { defineDirectory } from '../directory/directory.ts';
import { code, decimal, names, oneOf, percent } from '../directory/fields.ts';
import { FACTS, MOST_POINTS, SOURCES } from '../scoring/facts.ts';

export const scoringCriterion = defineDirectory({
  name: 'scoringCriterion',
  service: 'scoring',
  rule: 'scoring_criteria',
  label: 'name',
  key: 'code',
  fields: {
    code: code(40, { search: true, sort: true, unique: true }),
    name: names(100, { search: true, sort: true, unique: true }),
    criterion_group: oneOf(['person', 'work', 'income', 'debts', 'discipline'], { filter: true, sort: true }),
    fact: oneOf(FACTS, { filter: true }),
    weight: percent({ sort: true }),
    missing: decimal({ max: MOST_POINTS, optional: true }),
  },
  /** Where the fact comes from follows from it. */
  extra: { source: oneOf(SOURCES) },
});
