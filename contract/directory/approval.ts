/**
 * P1 (areas 3): what one person asks for and another one allows, as the chart of a declared directory. Its author writes
 * and sends it, somebody else decides (V16); its table has `decision`, why it was refused or given up.
 */
import type { ChartSpec } from './chart.ts';
import { reason } from './fields.ts';

const why = { reason: reason(500) };

/**
 * @param rule the resource. @param asks who writes and sends: `<rule>.add` where left out. @param decides `<rule>.confirm`
 * where left out
 */
export const approvalOf = (rule: string, asks = `${rule}.add`, decides = `${rule}.confirm`): ChartSpec => ({
  machine: 'approval',
  states: { draft: 'new', sent: 'waiting', approved: 'done', refused: 'bad', cancelled: 'off' },
  offered: ['approved'],
  begins: 'request.create',
  update: 'request.update',
  owned: true,
  // a request that came of a file is given up with it
  undo: 'request.cancel',
  steps: {
    'request.send': { rule: asks, who: 'owner' },
    'request.withdraw': { rule: asks, who: 'owner' },
    'request.approve': { rule: decides, who: 'another' },
    'request.refuse': { rule: decides, who: 'another', fields: why },
    'request.cancel': { rule: `${asks}|${decides}`, fields: why },
  },
});
