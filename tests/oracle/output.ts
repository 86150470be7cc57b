/** The hand-over of goods: areas 3.3 "output", V7–V9, decisions 60, 63, 64, 72, 84. A phone, and a charger without a number. */
import { defineOracle, type Facts, forbids } from './oracle.ts';

const picked = (missing: number, unexplained: number): Facts => ({ missing, unexplained });
/** The charger, and the phone. */
const GOODS = [
  { ledger: 'stock', variant: 1, qty: -1 },
  { ledger: 'stock', variant: 11, qty: -1 },
] as const;
const found = (missing: number, unexplained: number) => ({ facts: picked(missing, unexplained) });

export const outputOracle = defineOracle(['draft', 'picking', 'handed_over', 'cancelled'], {
  machine: 'output',
  begins: { state: 'draft', facts: { missing: 2, unexplained: 0, listed: false, stale: false } },
  cases: {
    'output.pick': { verb: 'begins to pick' },
    'goods.count': { verb: 'counts the charger', carries: found(1, 0) },
    'goods.count/none': { verb: 'puts the charger back', carries: found(2, 0) },
    'serial.scan': { verb: 'scans the oldest phone', carries: found(0, 0) },
    'serial.scan/newer': { verb: 'scans a newer phone', carries: found(0, 1) },
    'breach.explain': { verb: 'says why the newer one leaves', carries: found(0, 0) },
    'serial.release': { verb: 'puts the phone back', carries: found(1, 0) },
    'output.handOver': { verb: 'hands over' },
    'output.cancel': { verb: 'gives picking up' },
    'output.withdraw': { verb: 'the contract waits no more' },
  },
  server: ['output.withdraw'],
  needsDay: ['output.handOver'],
  // decision 64: an act of counting has taken what was kept
  beyond: { 'serial.scan': ['reserved_missing'], 'output.handOver': ['reserved_missing'] },
  denied: [
    { cases: ['output.pick'], person: 'viewer', status: 403, source: 'areas 3.3: product_delivery.add' },
    {
      cases: [
        ...(['output.pick', 'goods.count', 'goods.count/none', 'serial.scan'] as const),
        ...(['breach.explain', 'serial.release'] as const),
        ...(['output.handOver', 'output.cancel'] as const),
      ],
      person: 'stranger',
      status: 403,
      source: 'areas "Branch and office": `allshow` lifts the branch for reading alone',
    },
  ],
  says: [
    // decision 71: no returns
    ...forbids(['handed_over'], ['output.cancel'], 'errors.output_handed_over'),

    { cases: ['output.pick'], state: 'draft', facts: { listed: true }, text: 'errors.client_listed' },
    { cases: ['output.handOver'], state: 'picking', facts: { listed: true }, text: 'errors.client_listed' },
  ],
  rows: [
    {
      state: 'draft',
      accepts: { 'output.pick': 'picking', 'output.withdraw': 'cancelled' },
      source: 'areas 3.3 "output.pick"; decision 60: the first payment is revoked before anybody picks',
    },
    {
      state: 'draft',
      facts: { listed: true },
      made: true,
      accepts: { 'output.withdraw': 'cancelled' },
      source: 'decision 84: the black list refuses the hand-over',
    },
    {
      state: 'draft',
      facts: { stale: true },
      made: true,
      accepts: { 'output.withdraw': 'cancelled' },
      refuses: { 'output.pick': 'schedule_stale' },
      source: 'decision 72: no hand-over on or after the first due date',
    },
    {
      state: 'picking',
      accepts: { 'goods.count': { to: 'picking', facts: picked(1, 0) }, 'output.cancel': 'cancelled' },
      refuses: { 'output.handOver': 'units_missing' },
      untried: ['serial.scan', 'serial.scan/newer', 'serial.release', 'breach.explain'],
      source: 'areas 3.3 "output.handOver": all scanned; decision 60 "goods_leaving": no withdrawal while picking',
    },
    {
      state: 'picking',
      facts: picked(1, 0),
      accepts: {
        'goods.count/none': { to: 'picking', facts: picked(2, 0) },
        'serial.scan': { to: 'picking', facts: picked(0, 0) },
        'serial.scan/newer': { to: 'picking', facts: picked(0, 1) },
        'output.cancel': 'cancelled',
      },
      refuses: { 'output.handOver': 'units_missing' },
      untried: ['serial.release', 'breach.explain'],
      source: 'decision 63: all units or none',
    },
    {
      state: 'picking',
      facts: picked(0, 1),
      accepts: {
        // the older one takes its place
        'serial.scan': { to: 'picking', facts: picked(0, 0) },
        'breach.explain': { to: 'picking', facts: picked(0, 0) },
        'serial.release': { to: 'picking', facts: picked(1, 0) },
        'output.cancel': 'cancelled',
      },
      refuses: { 'output.handOver': 'reasons_missing' },
      untried: ['goods.count', 'goods.count/none'],
      source: 'V7: a newer unit needs a reason',
    },
    {
      state: 'picking',
      facts: picked(0, 0),
      accepts: {
        'serial.release': { to: 'picking', facts: picked(1, 0) },
        'output.handOver': { to: 'handed_over', posts: GOODS },
        'output.cancel': 'cancelled',
      },
      untried: ['serial.scan', 'serial.scan/newer', 'breach.explain', 'goods.count', 'goods.count/none'],
      source: 'areas 3.3 "output.handOver": stock −, goods.handOver of the contract',
    },
    {
      state: 'picking',
      facts: { ...picked(0, 0), stale: true },
      made: true,
      accepts: { 'output.cancel': 'cancelled' },
      refuses: { 'output.handOver': 'schedule_stale' },
      untried: [
        'serial.scan',
        'serial.scan/newer',
        'serial.release',
        'breach.explain',
        'goods.count',
        'goods.count/none',
      ],
      source: 'decision 72: on or after the first due date',
    },
    {
      state: 'picking',
      facts: { ...picked(0, 0), listed: true },
      made: true,
      accepts: { 'output.cancel': 'cancelled' },
      untried: [
        'serial.scan',
        'serial.scan/newer',
        'serial.release',
        'breach.explain',
        'goods.count',
        'goods.count/none',
      ],
      source: 'decision 84: the black list refuses the hand-over, whenever the client gets on it',
    },
    { state: 'handed_over', facts: picked(0, 0), accepts: {}, source: 'V5: what is confirmed is not edited' },
    { state: 'cancelled', accepts: {}, source: 'areas 3.3 "output.cancel"' },
  ],
});
