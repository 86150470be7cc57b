/** Whom a test can be given to, and the tests that have results. */
import { testChoices } from '../../../contract/testAuthors.ts';
import { useCall } from '../../api/queries.ts';
import { WHOLE, wholeSource } from '../../ui/form/wholeSource.ts';

const useChoices = (enabled: boolean) => useCall(testChoices, {}, { ...WHOLE, enabled });

export const positions = wholeSource(useChoices, ({ data }) => data.positions);
export const organizations = wholeSource(useChoices, ({ data }) => data.organizations);
export const tests = wholeSource(useChoices, ({ data }) => data.tests);
