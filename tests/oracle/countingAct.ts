/** The act of counting: decisions 16–20 and 40. */
import { defineOracle, type Facts, forbids } from './oracle.ts';

/** Counters by their own state: assigned, counting, submitted. */
const counters = (assigned: number, counting: number, submitted: number): Facts => ({ assigned, counting, submitted });

const NONE = { disagreements: 0, moved: 0, elsewhere: 0 };
const found = (questions: Partial<typeof NONE>) => ({ facts: { ...NONE, ...questions } });

type State = 'created' | 'residues_loaded' | 'counting' | 'counted' | 'completed' | 'formed' | 'cancelled';

/** Comments may be written and changed in every state, and change nothing (decision 17; areas 3 "comment in every state"). */
const comments = <const S extends State>(state: S): Record<'comment.add' | 'comment.edit', S> => ({
  'comment.add': state,
  'comment.edit': state,
});

const PEOPLE = ['act.update', 'act.limit', 'residues.load', 'counter.add', 'counter.rename', 'counter.remove'] as const;

export const countingActOracle = defineOracle(
  ['created', 'residues_loaded', 'counting', 'counted', 'completed', 'formed', 'cancelled'],
  {
    machine: 'countingAct',
    begins: { state: 'created', facts: { ...counters(0, 0, 0), ...NONE } },
    cases: {
      'residues.load': { verb: 'loads residues' },
      'act.update': { verb: 'changes the comment', carries: { organizationChanged: false } },
      'act.update/organization': { verb: 'changes the organization', carries: { organizationChanged: true } },
      'act.limit': { verb: 'limits it to categories' },
      'counter.add': { verb: 'adds a counter' },
      'counter.rename': { verb: 'renames a counter' },
      'counter.remove': { verb: 'removes a counter' },
      'counter.start': { verb: 'a counter starts' },
      'counter.submit': { verb: 'a counter submits', carries: found({}) },
      'counter.submit/disagrees': { verb: 'a counter submits and disagrees', carries: found({ disagreements: 1 }) },
      'counter.submit/sale': { verb: 'a counter submits after a sale', carries: found({ moved: 1 }) },
      'counter.submit/elsewhere': {
        verb: 'a counter submits a serial of another branch',
        carries: found({ elsewhere: 1 }),
      },
      'counter.submit/stillDisagrees': { verb: 'a counter submits', carries: found({ disagreements: 1 }) },
      'counter.release': { verb: 'releases a counter', carries: found({}) },
      'counter.release/disagrees': { verb: 'releases a counter', carries: found({ disagreements: 1 }) },
      'counters.allSubmitted': { verb: 'the last list is in' },
      'product.countManually': { verb: 'counts a product by hand', carries: found({}) },
      'product.countManually/sale': { verb: 'counts a product by hand after a sale', carries: found({ moved: 1 }) },
      'moved.resolve': { verb: 'keeps a moved figure', carries: found({}) },
      'act.complete': { verb: 'completes' },
      'act.form': { verb: 'forms' },
      'act.cancel': { verb: 'cancels' },
      'file.upload': { verb: 'uploads the file' },
      'comment.add': { verb: 'comments' },
      'comment.edit': { verb: 'edits a comment' },
    },
    raised: ['counters.allSubmitted'],
    unversioned: ['comment.add', 'comment.edit'],
    needsDay: ['act.complete', 'act.form'],
    // V1: what is missing leaves, and more of it may have left since; decision 17: what belongs to another count by now
    beyond: {
      'counter.submit': ['outside_limit', 'entries_differ'],
      'product.countManually': ['outside_limit'],
      'act.complete': ['outside_limit'],
      'act.form': ['outside_limit', 'negative_stock', 'serials_elsewhere'],
    },
    denied: [
      // sees every act, manages none
      { cases: [...PEOPLE, 'act.cancel', 'comment.add'], person: 'viewer', status: 403, source: 'decision 18' },
      { cases: [...PEOPLE, 'act.cancel', 'comment.add'], person: 'stranger', status: 404, source: 'decision 18' },
    ],
    says: [
      // decision 40: called off before it is completed; the comment changes until then
      ...forbids(['completed', 'formed'], ['act.cancel'], 'errors.act_over_stays'),
      ...forbids(
        ['residues_loaded', 'counting', 'counted'],
        ['act.update/organization'],
        'errors.act_organization_settled',
      ),
      ...forbids(['completed', 'formed'], ['act.update', 'act.update/organization'], 'errors.act_data_settled'),
      ...forbids(
        ['residues_loaded', 'counting', 'counted', 'completed', 'formed'],
        ['act.limit'],
        'errors.act_limited_while_created',
      ),
      // decision 17
      ...forbids(['counting', 'counted', 'completed', 'formed'], ['residues.load'], 'errors.act_count_began'),
      ...forbids(['counted', 'completed', 'formed'], ['counter.add'], 'errors.act_counters_done'),
      ...forbids(
        ['created', 'residues_loaded', 'completed', 'formed'],
        ['product.countManually', 'product.countManually/sale'],
        'errors.act_manual_while_counting',
      ),
      ...forbids(
        ['created', 'residues_loaded', 'counting', 'counted'],
        ['file.upload'],
        'errors.act_file_once_completed',
      ),
      ...forbids(['formed'], ['act.form'], 'errors.act_formed_once'),
    ],
    rows: [
      {
        state: 'created',
        accepts: {
          'residues.load': 'residues_loaded',
          'act.update': 'created',
          'act.update/organization': { to: 'created', ends: true },
          'act.limit': 'created',
          'counter.add': { to: 'created', facts: counters(1, 0, 0) },
          'act.cancel': 'cancelled',
          ...comments('created'),
        },
        source: 'decisions 17, 40: nobody to rename, to remove or to start; limited to categories while created',
      },
      {
        state: 'created',
        facts: counters(1, 0, 0),
        accepts: {
          'residues.load': 'residues_loaded',
          'act.update': 'created',
          'act.update/organization': { to: 'created', ends: true },
          'act.limit': 'created',
          'counter.add': { to: 'created', facts: counters(2, 0, 0) },
          'counter.rename': 'created',
          'counter.remove': { to: 'created', facts: counters(0, 0, 0) },
          'act.cancel': 'cancelled',
          ...comments('created'),
        },
        source: 'decision 17: counters are added, renamed and removed before they start; none starts without residues',
      },
      {
        state: 'residues_loaded',
        accepts: {
          'residues.load': 'residues_loaded',
          'act.update': 'residues_loaded',
          'counter.add': { to: 'residues_loaded', facts: counters(1, 0, 0) },
          'act.cancel': 'cancelled',
          ...comments('residues_loaded'),
        },
        refuses: { 'act.update/organization': 'not_allowed_now' },
        source:
          'decision 17: reloaded until the first counter starts; decision 40: the organization changes in created',
      },
      {
        state: 'residues_loaded',
        facts: counters(1, 0, 0),
        accepts: {
          'residues.load': 'residues_loaded',
          'act.update': 'residues_loaded',
          'counter.add': { to: 'residues_loaded', facts: counters(2, 0, 0) },
          'counter.rename': 'residues_loaded',
          'counter.remove': { to: 'residues_loaded', facts: counters(0, 0, 0) },
          'counter.start': { to: 'counting', facts: counters(0, 1, 0) },
          'act.cancel': 'cancelled',
          ...comments('residues_loaded'),
        },
        refuses: { 'act.update/organization': 'not_allowed_now' },
        source: 'decision 16: counting from the first counter’s start',
      },
      {
        state: 'residues_loaded',
        facts: counters(2, 0, 0),
        accepts: {
          'residues.load': 'residues_loaded',
          'act.update': 'residues_loaded',
          'counter.rename': 'residues_loaded',
          'counter.remove': { to: 'residues_loaded', facts: counters(1, 0, 0) },
          'counter.start': { to: 'counting', facts: counters(1, 1, 0) },
          'counter.add': { to: 'residues_loaded', facts: counters(3, 0, 0) },
          'act.cancel': 'cancelled',
          ...comments('residues_loaded'),
        },
        source: 'decisions 16, 17',
      },
      {
        state: 'counting',
        facts: counters(0, 1, 0),
        accepts: {
          'act.update': 'counting',
          'counter.add': { to: 'counting', facts: counters(1, 1, 0) },
          'counter.submit': { to: 'counted', facts: counters(0, 0, 1) },
          'counter.submit/sale': { to: 'counted', facts: { ...counters(0, 0, 1), moved: 1 } },
          'counter.submit/elsewhere': { to: 'counted', facts: { ...counters(0, 0, 1), elsewhere: 1 } },
          'counter.release': { to: 'counted', facts: counters(0, 0, 1) },
          'product.countManually': 'counting',
          'act.cancel': 'cancelled',
          ...comments('counting'),
        },
        refuses: { 'act.complete': 'not_submitted', 'act.update/organization': 'not_allowed_now' },
        source: 'decisions 16, 17: who has started is not renamed or removed; the last list makes it counted',
      },
      {
        state: 'counting',
        facts: counters(1, 1, 0),
        accepts: {
          'act.update': 'counting',
          'counter.add': { to: 'counting', facts: counters(2, 1, 0) },
          'counter.rename': 'counting',
          'counter.remove': { to: 'counting', facts: counters(0, 1, 0) },
          'counter.start': { to: 'counting', facts: counters(0, 2, 0) },
          'counter.submit': { to: 'counting', facts: counters(1, 0, 1) },
          'counter.submit/sale': { to: 'counting', facts: { ...counters(1, 0, 1), moved: 1 } },
          'counter.release': { to: 'counting', facts: counters(1, 0, 1) },
          'product.countManually': 'counting',
          'act.cancel': 'cancelled',
          ...comments('counting'),
        },
        refuses: { 'act.complete': 'not_submitted' },
        source:
          'decision 17: counters join and leave while others count; decision 16: counted when every one submitted',
      },
      {
        state: 'counting',
        facts: counters(0, 2, 0),
        accepts: {
          'act.update': 'counting',
          'counter.submit': { to: 'counting', facts: counters(0, 1, 1) },
          'counter.submit/disagrees': { to: 'counting', facts: { ...counters(0, 1, 1), disagreements: 1 } },
          'counter.release': { to: 'counting', facts: counters(0, 1, 1) },
          'product.countManually': 'counting',
          'counter.add': { to: 'counting', facts: counters(1, 2, 0) },
          'act.cancel': 'cancelled',
          ...comments('counting'),
        },
        refuses: { 'act.complete': 'not_submitted' },
        source: 'decisions 16, 19: two counters enter different numbers',
      },
      {
        state: 'counting',
        facts: counters(0, 1, 1),
        accepts: {
          'act.update': 'counting',
          'counter.submit': { to: 'counted', facts: counters(0, 0, 2) },
          'counter.release': { to: 'counted', facts: counters(0, 0, 2) },
          'product.countManually': 'counting',
          'counter.add': { to: 'counting', facts: counters(1, 1, 1) },
          'act.cancel': 'cancelled',
          ...comments('counting'),
        },
        refuses: { 'act.complete': 'not_submitted' },
        source: 'decision 16: counted when every counter has submitted; decision 40: released ones count as submitted',
      },
      {
        state: 'counting',
        facts: { ...counters(0, 1, 1), disagreements: 1 },
        accepts: {
          'act.update': 'counting',
          'product.countManually': { to: 'counting', facts: { disagreements: 0 } },
          'counter.submit/stillDisagrees': { to: 'counted', facts: counters(0, 0, 2) },
          'counter.release/disagrees': { to: 'counted', facts: counters(0, 0, 2) },
          'counter.add': { to: 'counting', facts: counters(1, 1, 1) },
          'act.cancel': 'cancelled',
          ...comments('counting'),
        },
        refuses: { 'act.complete': 'not_submitted' },
        source: 'decision 17: manual counts from counting on; decision 19: a manual count is final',
      },
      {
        state: 'counting',
        facts: counters(1, 0, 1),
        accepts: {
          'act.update': 'counting',
          'counter.add': { to: 'counting', facts: counters(2, 0, 1) },
          'counter.rename': 'counting',
          'counter.remove': { to: 'counted', facts: counters(0, 0, 1) },
          'counter.start': { to: 'counting', facts: counters(0, 1, 1) },
          'product.countManually': 'counting',
          'act.cancel': 'cancelled',
          ...comments('counting'),
        },
        refuses: { 'act.complete': 'not_submitted', 'moved.resolve': 'not_allowed_now' },
        source: 'decision 40: removing the last unsubmitted counter makes it counted when another one has submitted',
      },
      {
        state: 'counting',
        facts: { ...counters(1, 0, 1), moved: 1 },
        accepts: {
          'act.update': 'counting',
          'counter.add': { to: 'counting', facts: counters(2, 0, 1) },
          'counter.rename': 'counting',
          'counter.remove': { to: 'counted', facts: counters(0, 0, 1) },
          'counter.start': { to: 'counting', facts: counters(0, 1, 1) },
          'moved.resolve': { to: 'counting', facts: { moved: 0 } },
          'product.countManually/sale': 'counting',
          'act.cancel': 'cancelled',
          ...comments('counting'),
        },
        refuses: { 'act.complete': 'not_submitted' },
        source: 'decision 20: the manager chooses where stock moved since loading',
      },
      {
        state: 'counting',
        facts: counters(0, 0, 1),
        passing: true,
        accepts: {
          'counters.allSubmitted': 'counted',
          'act.update': 'counting',
          'counter.add': { to: 'counting', facts: counters(1, 0, 1) },
          'product.countManually': 'counting',
          'act.cancel': 'cancelled',
          ...comments('counting'),
        },
        source: 'decision 16: counted when every counter has submitted',
      },
      {
        state: 'counted',
        facts: counters(0, 0, 1),
        accepts: {
          'act.update': 'counted',
          'product.countManually': 'counted',
          'act.complete': 'completed',
          'act.cancel': 'cancelled',
          ...comments('counted'),
        },
        refuses: { 'act.update/organization': 'not_allowed_now' },
        source: 'decision 17: every counter submitted and every disagreement resolved; no counter joins any more',
      },
      {
        state: 'counted',
        facts: counters(0, 0, 2),
        accepts: {
          'act.update': 'counted',
          'product.countManually': 'counted',
          'act.complete': 'completed',
          'act.cancel': 'cancelled',
          ...comments('counted'),
        },
        source: 'decision 17',
      },
      {
        state: 'counted',
        facts: { ...counters(0, 0, 2), disagreements: 1 },
        accepts: {
          'act.update': 'counted',
          'product.countManually': { to: 'counted', facts: { disagreements: 0 } },
          'act.cancel': 'cancelled',
          ...comments('counted'),
        },
        refuses: { 'act.complete': 'disagreements' },
        source: 'decision 17: completion needs every disagreement resolved by a manual count, else 409',
      },
      {
        state: 'counted',
        facts: { ...counters(0, 0, 1), moved: 1 },
        accepts: {
          'act.update': 'counted',
          'product.countManually/sale': 'counted',
          'moved.resolve': { to: 'counted', facts: { moved: 0 } },
          'act.cancel': 'cancelled',
          ...comments('counted'),
        },
        refuses: { 'act.complete': 'moved_lines' },
        source: 'decision 20: unresolved moved lines: completing is 409 moved_lines',
      },
      {
        state: 'counted',
        facts: { ...counters(0, 0, 1), elsewhere: 1 },
        accepts: {
          'act.update': 'counted',
          'product.countManually': { to: 'counted', facts: { elsewhere: 0 } },
          'act.cancel': 'cancelled',
          ...comments('counted'),
        },
        refuses: { 'act.complete': 'serials_elsewhere' },
        source: 'decision 23: a serial exists once in stock',
      },
      {
        state: 'completed',
        facts: counters(0, 0, 1),
        accepts: {
          'file.upload': 'completed',
          // the submitted list has 8 where there are 10
          'act.form': { to: 'formed', posts: [{ ledger: 'stock', variant: 1, qty: -2 }] },
          ...comments('completed'),
        },
        source: 'decisions 16, 17: the differences are posted once; decision 40: not cancelled after completion',
      },
      {
        state: 'completed',
        facts: counters(0, 0, 2),
        accepts: {
          'file.upload': 'completed',
          'act.form': { to: 'formed', posts: [{ ledger: 'stock', variant: 1, qty: -2 }] },
          ...comments('completed'),
        },
        source: 'decisions 16, 17',
      },
      {
        state: 'formed',
        facts: counters(0, 0, 1),
        accepts: { 'file.upload': 'formed', ...comments('formed') },
        source: 'decision 17: after formed only the file and comments',
      },
      {
        state: 'cancelled',
        accepts: { ...comments('cancelled') },
        source: 'decision 40; areas 3: a comment in every state',
      },
    ],
  },
);
