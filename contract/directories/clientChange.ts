/**
 * Requests to correct who a client is (areas 3.4 "client change request", 4.18 `/contracts/update-client`; decision 83): name,
 * PINFL, day of birth and documents change by an approval of another person alone.
 */
import * as z from 'zod/mini';
import { approvalOf } from '../directory/approval.ts';
import { defineDirectory } from '../directory/directory.ts';
import { birthDay, bool, date, fact, identity, image, oneOf, pinfl, reason, ref, text } from '../directory/fields.ts';
import { AddendumInList } from '../sale/addendumInList.ts';

/** What a request may change, in the order in which it is shown. */
export const CHANGEABLE = [
  'fullname',
  'pinfl',
  'birth_date',
  'gender',
  'document',
  'issued_by',
  'issued_on',
  'expires_on',
] as const;
export type Changeable = (typeof CHANGEABLE)[number];

export const clientChange = defineDirectory({
  name: 'clientChange',
  service: 'client',
  rule: 'client_change',
  rules: { edit: 'client_change.add' },
  label: 'client',
  order: '-asked_on',
  people: true,
  chart: approvalOf('client_change'),
  fields: {
    client: ref('client', { search: true, filter: true, sort: true }),
    /** The day of the client's own application. */
    asked_on: date({ sort: true }),
    fullname: text(200, { optional: true, list: false }),
    pinfl: pinfl({ optional: true, list: false }),
    birth_date: birthDay({ optional: true, list: false }),
    gender: oneOf(['male', 'female'], { optional: true, list: false }),
    document: identity({ optional: true, list: false }),
    issued_by: text(200, { optional: true, list: false }),
    issued_on: date({ optional: true, list: false }),
    expires_on: date({ optional: true, list: false }),
    /** The documents of the card are kept, and count no longer. */
    replaces: bool({ list: false }),
    reason: reason(1000, { search: true, list: 'hidden' }),
    /** The paper behind it. */
    proof: image({ list: 'hidden' }),
  },
  /**
   * `changes`: what is on the card, and what will be; once it is approved, what was. Numbers are masked. `contracts`: numbers
   * of the client's open contracts. `decision`: why it was refused or given up.
   */
  extra: {
    changes: fact(z.array(z.object({ field: z.enum(CHANGEABLE), old: z.nullable(z.string()), now: z.string() }))),
    contracts: fact(z.array(z.object({ id: z.int(), number: z.string() }))),
    /** Of an approved one: what the client signs to each contract that was open. */
    addenda: fact(z.array(AddendumInList)),
    decision: text(500, { optional: true }),
  },
  stale: ['clientIndex', 'clientShow', 'clientHistory', 'clientGetAll', 'contractShow', 'myDay'],
});
