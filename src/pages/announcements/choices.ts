/** Whom an announcement can be addressed to. */
import { announcementChoices } from '../../../contract/announcements.ts';
import { useCall } from '../../api/queries.ts';
import { WHOLE, wholeSource } from '../../ui/form/wholeSource.ts';

const useChoices = (enabled: boolean) => useCall(announcementChoices, {}, { ...WHOLE, enabled });

export const positions = wholeSource(useChoices, ({ data }) => data.positions);
export const organizations = wholeSource(useChoices, ({ data }) => data.organizations);
