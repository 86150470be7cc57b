/**
 * Mutants of the steps of the sale: who may take them, what they post in the ledgers of clients and of cash, what they
 * keep and free, in orders, contracts, outputs and cash documents, and where a debt is given up.
 */
import type { StepMutant } from './stepMutant.ts';

const ENTRIES = 'server/sale/entries.ts';
const MONEY = 'server/sale/money.ts';
const STEPS = 'server/sale/contractSteps.ts';
const PAYMENTS = 'server/cash/payments.ts';

const CASH_OR_CONTRACT = ['lifecycles/cashDocument', 'lifecycles/contract'] as const;
const ALL = 'right: () => true';

/** Of the person: one word of what the lifecycle declares is wrong. */
const ofWho = (
  [file, lifecycle]: readonly [file: string, lifecycle: string],
  rows: readonly (readonly [kind: 'right' | 'day', name: string, text: string, by: string])[],
): StepMutant[] =>
  rows.map(([kind, name, text, by]) => ({ kind, name, file, text, by, of: [`lifecycles/${lifecycle}`] }));

const posting = (
  file: string,
  of: readonly string[],
  rows: readonly (readonly [name: string, text: string, by: string])[],
): StepMutant[] => rows.map(([name, text, by]) => ({ kind: 'posting', name, file, text, by, of }));

const PAY_RIGHT = "right: may('cashbox.add'),\n      forbidden: 'errors.desk_of_others',\n      dayOpen: true";
const WRITE_OFF = 'await write(step, held, outcome, () => contract);';
const MOVE = 'await stepContracts(moved, outcome.entries, handedOver);';
const CHARGE = "offset = await write(step, held, outcome, ({ kind }) => (kind === 'charge' ? step.documentId : null));";
const KEEP = 'await keepGoods(db, { documentId: order.id, warehouseId: order.warehouse_id, lines, until, now });';
const CASH_ROW = `VALUES (\${accountId}, \${amount}, \${documentId}, \${day.id}, \${userId}, \${now})`;
const REST = `\${documentId}, \${day.id}, \${userId}, \${now})`;

export const SALE_MUTANTS: readonly StepMutant[] = [
  ...ofWho(
    ['server/orders/lifecycle.ts', 'saleOrder'],
    [
      ['right', 'of changing an order', "'order.update': { right: edits", `'order.update': { ${ALL}`],
      ['right', 'of keeping the goods of an order', "'order.reserve': { right: reserves", `'order.reserve': { ${ALL}`],
      ['right', 'of freeing the goods of an order', "'order.edit': { right: edits", `'order.edit': { ${ALL}`],
      ['right', 'of prolonging an order', "'order.prolong': {\n    right: edits", `'order.prolong': {\n    ${ALL}`],
      ['right', 'of calling an order off', "'order.cancel': { right: edits", `'order.cancel': { ${ALL}`],
    ],
  ),
  ...ofWho(
    ['server/contracts/lifecycle.ts', 'contract'],
    [
      ['right', 'of changing a contract', "'contract.amend': { right: amendsContract", `'contract.amend': { ${ALL}`],
      ['right', 'of signing a contract', "'contract.sign': { right: signs", `'contract.sign': { ${ALL}`],
      ['right', 'of calling a contract off', "'contract.cancel': { right: cancels", `'contract.cancel': { ${ALL}`],
      ['right', 'of giving up a debt', "'debt.writeOff': { right: givesUp", `'debt.writeOff': { ${ALL}`],
      ['right', 'of its author to give up a debt', 'notAuthor: true, dayOpen: true', 'dayOpen: true'],
      ['day', 'of signing a contract', '{ right: signs, dayOpen: true }', '{ right: signs }'],
      ['day', 'of giving up a debt', 'notAuthor: true, dayOpen: true', 'notAuthor: true'],
    ],
  ),
  ...ofWho(
    ['server/outputs/lifecycle.ts', 'output'],
    [
      ['right', 'of beginning to pick', "'output.pick': { right: picks", `'output.pick': { ${ALL}`],
      ['right', 'of scanning', "'serial.scan': {\n    right: picks", `'serial.scan': {\n    ${ALL}`],
      ['right', 'of putting a unit back', "'serial.release': {\n    right: picks", `'serial.release': {\n    ${ALL}`],
      ['right', 'of counting goods', "'goods.count': {\n    right: picks", `'goods.count': {\n    ${ALL}`],
      ['right', 'of saying a reason', "'breach.explain': {\n    right: picks", `'breach.explain': {\n    ${ALL}`],
      ['right', 'of handing over', "'output.handOver': { right: handsOver", `'output.handOver': { ${ALL}`],
      ['right', 'of giving up picking', "'output.cancel': { right: givesUp", `'output.cancel': { ${ALL}`],
      ['day', 'of handing over', 'right: handsOver, dayOpen: true,', 'right: handsOver,'],
    ],
  ),
  ...ofWho(
    ['server/cash/cashDocuments.ts', 'cashDocument'],
    [
      ['right', 'of confirming a payment', PAY_RIGHT, PAY_RIGHT.replace("right: may('cashbox.add')", ALL)],
      ['right', 'of calling a payment off', "'cash.cancel': { right: may('cashbox.add')", `'cash.cancel': { ${ALL}`],
      ['right', 'of reversing', "right: may('cashbox.reverse')", ALL],
      ['right', 'of moving prepaid money', "right: may('cashbox.confirm')", ALL],
      ['day', 'of confirming a payment', PAY_RIGHT, PAY_RIGHT.replace('dayOpen: true', 'dayOpen: false')],
    ],
  ),

  ...posting(ENTRIES, CASH_OR_CONTRACT, [
    ['client’s entries left out', 'if (posted.length === 0) return;', 'return;'],
    ['client’s entries doubled', ' r ORDER BY r.id`', ' r, generate_series(1, 2) ORDER BY r.id`'],
    ['client’s entries with the other sign', 'amount: entry.amount,', 'amount: -entry.amount,'],
    [
      'client’s entries under the payment they came with',
      'document_id: documentId,',
      'document_id: sourceOf(entry) ?? documentId,',
    ],
    ['client’s entries of another person', 'created_by: userId,', 'created_by: 1,'],
    ['client’s entries on another day', 'practice_day_id: day.id,', 'practice_day_id: Math.max(1, day.id - 1),'],
    ['client’s payments without the day they count on', "entry.kind === 'payment' ? entry.on : null", 'null'],
    ['cash left out', 'await sql`INSERT INTO cash_entry', 'if (documentId < 0) await sql`INSERT INTO cash_entry'],
    ['cash doubled', CASH_ROW, `${CASH_ROW}, ${CASH_ROW.replace('VALUES ', '')}`],
    ['cash with the other sign', `VALUES (\${accountId}, \${amount}, `, `VALUES (\${accountId}, \${-amount}, `],
    ['cash of another person', REST, REST.replace(`\${userId}`, '1')],
    ['cash on another day', REST, REST.replace(`\${day.id}`, `\${Math.max(1, day.id - 1)}`)],
  ]),
  // the chart refuses one reversal too many: only two at once come so far
  ...posting(
    ENTRIES,
    ['moneyRaces'],
    [['cash that is not there', 'if (account.balance + amount < 0)', 'if (account.balance < 0)']],
  ),
  ...posting(MONEY, CASH_OR_CONTRACT, [
    ['steps of contracts that money brings left out', MOVE, ''],
    ['debt that is given up left out', WRITE_OFF, ''],
    ['debt that is given up doubled', WRITE_OFF, `${WRITE_OFF} ${WRITE_OFF}`],
    ['charge of the goods left out', CHARGE, ''],
    ['charge of the goods doubled', CHARGE, `${CHARGE} ${CHARGE}`],
    [
      'prepaid money of a contract called off stays its own',
      'await write(step, held, callOffRule(held.book, contract), () => contract);',
      '',
    ],
    ['offset left as a draft', 'if (offset === undefined) return;', 'return;'],
  ]),
  // what the facts of a chart do not say, where it is refused
  ...posting(
    MONEY,
    ['writeOff'],
    [
      [
        'debt given up beside money that waits',
        'entries.length > 0)\n    throw conflict',
        'entries.length < 0)\n    throw conflict',
      ],
    ],
  ),
  // who confirms what was shown before another payment came
  ...posting(PAYMENTS, ['moneyRaces'], [['payment of what was not shown', '!== seen) throw', "=== '') throw"]]),
  ...posting(
    'server/contracts/writeOff.ts',
    ['writeOff'],
    [['debt over the limit of a person', 'if (limit === undefined || sum <= limit.most) return;', 'return;']],
  ),
  ...posting(
    STEPS,
    ['lifecycles/contract'],
    [
      ['day of the charge left out', `await stamp(scene.db, [id], sql\`charged_on = \${day}::date\`);`, ''],
      ['day on which it was paid left out', 'if (closes) await stamp(scene.db, ids, closes(day));', ''],
    ],
  ),
  ...posting(
    PAYMENTS,
    ['lifecycles/cashDocument'],
    [
      ['cash of a reversal as it came', 'amount: -row.amount });', 'amount: row.amount });'],
      ['number of a payment left out', 'const number = await giveNumber(db, row, day);', "const number = '';"],
    ],
  ),
  ...posting(
    'server/contracts/writeOff.ts',
    ['lifecycles/contract'],
    [['debt given up without its day', `SET written_off_on = \${day.date}, `, 'SET ']],
  ),
  ...posting(
    'server/outputs/handOver.ts',
    ['lifecycles/output', 'lifecycles/contract'],
    [
      ['goods that left stay kept', 'await freeGoods(db, contractId, now);', ''],
      [
        'goods that left stay owed',
        'const finish = await chargeContract(step, contractId, { clientId, organizationId });\n  await finish();',
        '',
      ],
    ],
  ),
  ...posting(
    'server/orders/orders.ts',
    ['lifecycles/saleOrder'],
    [
      ['goods of an order not kept', KEEP, ''],
      ['goods of an order kept twice', KEEP, `${KEEP} ${KEEP}`],
      ['goods of an order stay kept', 'await freeGoods(db, order.id, now);', ''],
      ['goods of an order whose hours are over stay kept', 'await freeGoods(db, id, now);', ''],
      [
        'goods of a prolonged order kept as long as before',
        `UPDATE reservation SET until = \${until} WHERE`,
        `UPDATE reservation SET until = \${until} WHERE false AND`,
      ],
    ],
  ),
];
