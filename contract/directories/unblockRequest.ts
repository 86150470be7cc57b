/** Requests to take a person off the black list (areas 3.4, 4.19 `/clients/remove-from-block-list`; decisions 84, 97). */
import { approvalOf } from '../directory/approval.ts';
import { defineDirectory } from '../directory/directory.ts';
import { date, image, reason, ref, text } from '../directory/fields.ts';

export const unblockRequest = defineDirectory({
  name: 'unblockRequest',
  service: 'client',
  rule: 'unblock_request',
  rules: { edit: 'unblock_request.add' },
  label: 'entry',
  order: '-off_from',
  chart: approvalOf('unblock_request'),
  fields: {
    entry: ref('blackListEntry', { search: true, sort: true }),
    /** The first day on which the person is off the list again. */
    off_from: date({ sort: true }),
    reason: reason(1000, { search: true }),
    /** The paper behind it. */
    proof: image({ optional: true, list: 'hidden' }),
  },
  /** Of the entry: since when and why the person is listed. `decision`: why it was refused or given up. */
  extra: { listed_from: date(), listed_reason: text(200, { optional: true }), decision: text(500, { optional: true }) },
  stale: ['blackListIndex', 'blackListShow', 'blackListHistory', 'blackListEntryGetAll', 'myDay'],
});
