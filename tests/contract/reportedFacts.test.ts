import { expect, it } from 'vitest';
import { LARGEST_FACT, reportedFacts } from '../../contract/problemReports.ts';

it('figures and yes or no of a context, and nothing that names a record or a person', () => {
  expect(
    reportedFacts({
      id: 7,
      userId: 1,
      act_id: 40012,
      productIds: 3,
      fullname: 'Karimov Jasur',
      price: 12.5,
      user: { id: 1 },
      failures: 2,
      paid: true,
      debt: 12_000_000,
      valid: false,
    }),
  ).toEqual({ failures: 2, paid: true, debt: LARGEST_FACT, valid: false });
});
