/** The directory of suppliers: its calls, and its record as fields. */

import type { FirmBody, PartnerBody } from '../../../contract/bodies.ts';
import {
  type Partner,
  type PartnerKind,
  partnerAddFirm,
  partnerArchive,
  partnerCreate,
  partnerHistory,
  partnerRestore,
  partnerShow,
  partnerUpdate,
} from '../../../contract/supply.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { FRESH, paneMachine, recordPane } from '../../ui/record/useRecordPane.ts';

/** `id` null: not on the server yet. */
export type FirmFields = {
  id: number | null;
  name: string;
  stir: string;
  bank: string;
  mfo: string;
  account: string;
  active: boolean;
};

export type PartnerFields = {
  name: string;
  kind: PartnerKind;
  stir: string;
  phone: string;
  firms: readonly FirmFields[];
  credit_limit: number | null;
  defer_days: number | null;
  valid_from: string | null;
  valid_to: string | null;
};

const plain = (words: string) => words.replace(/\s/g, '');

const firmBody = ({ name, stir, bank, mfo, account }: NewFirmFields): FirmBody => ({
  name: name.trim(),
  stir: plain(stir),
  bank: bank.trim() || null,
  mfo: plain(mfo) || null,
  account: plain(account) || null,
});

const bodyOf = ({ firms, ...values }: PartnerFields): PartnerBody => ({
  name: values.name.trim(),
  kind: values.kind,
  stir: plain(values.stir),
  phone: values.phone === '' ? null : plain(values.phone),
  firms: firms.map(({ id, active, ...firm }) => ({ ...(id !== null && { id }), ...firmBody(firm), active })),
  credit_limit: values.credit_limit,
  // without a limit there is no agreement
  defer_days: values.credit_limit === null ? null : values.defer_days,
  valid_from: values.credit_limit === null ? null : values.valid_from,
  valid_to: values.credit_limit === null ? null : values.valid_to,
});

/** What is asked of a new firm. */
export type NewFirmFields = Omit<FirmFields, 'id' | 'active'>;

export const newFirm: NewFirmFields = { name: '', stir: '', bank: '', mfo: '', account: '' };

export const NEW_FIRM: FirmFields = { id: null, ...newFirm, active: true };

export const partnerPane = recordPane<Partner, PartnerFields>({
  form: 'partner',
  empty: {
    name: '',
    kind: 'company',
    stir: '',
    phone: '',
    firms: [],
    credit_limit: null,
    defer_days: null,
    valid_from: null,
    valid_to: null,
  },
  fieldsOf: ({ name, kind, stir, phone, firms, agreement }) => ({
    name,
    kind,
    stir: stir ?? '',
    phone: phone ?? '',
    firms: firms.map((firm) => ({
      id: firm.id,
      name: firm.name,
      stir: firm.stir ?? '',
      bank: firm.bank ?? '',
      mfo: firm.mfo ?? '',
      account: firm.account ?? '',
      active: firm.active,
    })),
    credit_limit: agreement?.credit_limit ?? null,
    defer_days: agreement?.defer_days ?? null,
    valid_from: agreement?.valid_from ?? null,
    valid_to: agreement?.valid_to ?? null,
  }),
  useShow: (id) => useCall(partnerShow, { params: { id } }, FRESH),
  useHistory: (id) => useCall(partnerHistory, { params: { id } }, FRESH),
  readHistory: (id) => request(partnerHistory, { params: { id } }),
  create: (values, options) => request(partnerCreate, { body: bodyOf(values), ...options }),
  update: (id, values, options) => request(partnerUpdate, { params: { id }, body: bodyOf(values), ...options }),
  step: (verb, id, options) =>
    request(verb === 'archive' ? partnerArchive : partnerRestore, { params: { id }, ...options }),
});

/** One more firm of a supplier: always a new record, so nothing is read and nobody is faster. */
export const firmPane = (partnerId: number) => ({
  machine: paneMachine(
    async ({ fields, key }) => {
      const body = firmBody(fields as NewFirmFields);
      const { firm } = await request(partnerAddFirm, { params: { id: partnerId }, body, key });
      return { id: firm.id, version: 0, allowed: [], fields, facts: {} };
    },
    (error) => {
      throw error;
    },
  ),
});
