/** Clients (areas 2.3, 4.19 `/clients`): persons, who are everybody's (decision 91). */
import * as z from 'zod/mini';
import { uzs } from '../common.ts';
import { defineDirectory } from '../directory/directory.ts';
import {
  area,
  birthDay,
  bool,
  date,
  fact,
  identity,
  image,
  oneOf,
  phone,
  pinfl,
  quantity,
  ref,
  rows,
  sum,
  text,
} from '../directory/fields.ts';
import { withFiles } from '../document/attached.ts';

const declared = defineDirectory({
  name: 'client',
  service: 'client',
  rule: 'client',
  label: 'fullname',
  report: true,
  people: true,
  order: '-last_event',
  fields: {
    pinfl: pinfl({ optional: true, unique: true, once: true }),
    fullname: text(200, { search: true, sort: true, once: true }),
    birth_date: birthDay({ sort: true, once: true }),
    gender: oneOf(['male', 'female'], { list: 'hidden', once: true }),
    documents: rows(
      5,
      {
        number: identity(),
        issued_by: text(200, { optional: true }),
        issued_on: date({ optional: true }),
        expires_on: date({ optional: true }),
      },
      { list: 'hidden', once: true },
    ),
    doubles_checked: bool({ list: false, once: true }),
    phones: rows(5, {
      phone: phone(),
      owner: oneOf(['self', 'relative', 'work']),
      relation: text(100, { optional: true }),
    }),
    region: ref('region', { optional: true, filter: true }),
    village: ref('village', { optional: true, list: false }),
    street: text(200, { optional: true, list: 'hidden' }),
    landmark: text(200, { optional: true, list: false }),
    actual_region: ref('region', { optional: true, list: false }),
    actual_village: ref('village', { optional: true, list: false }),
    actual_street: text(200, { optional: true, list: false }),
    actual_landmark: text(200, { optional: true, list: false }),
    workplace: ref('workplace', { optional: true, filter: true, list: 'hidden' }),
    position: text(200, { optional: true, list: false }),
    works_since: date({ optional: true, list: false }),
    salary: sum({ optional: true, min: 1, list: false }),
    payday: quantity({ optional: true, min: 1, max: 31, list: false }),
    photo: image({ optional: true, list: false }),
    note: area(1000, { optional: true, list: false }),
    consent: bool({ list: false, once: true }),
    /** The day of the last order, contract, payment or appeal. */
    last_event: date({ given: true, sort: true }),
  },
  extra: {
    /** What the reader may see of the client's money; null: no sums. */
    money: fact(
      z.nullable(
        z.object({
          owed: uzs(),
          overdue: uzs(),
          overdue_days: z.int(),
          prepaid: uzs(),
          /** Contracts that are not over. */
          contracts: z.int(),
        }),
      ),
    ),
    /** Why nothing is sold to the person by instalments today (V10). */
    listed: fact(z.nullable(z.object({ reason: z.string(), from: z.string(), to: z.nullable(z.string()) }))),
  },
});

/** One of the files of a card may be the copy of a document that takes the place of MyID (decision 82). */
export const client = withFiles(declared, ['myidClient']);
