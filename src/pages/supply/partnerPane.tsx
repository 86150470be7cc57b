/** The pane of a supplier, beside the list and beside the form of an invoice: its debt, and what its fields ask of each other. */
import { partner, TAX_DIGITS } from '../../../contract/directories/partner.ts';
import { directoryPane, type PaneHooks } from '../../directory/pane.tsx';
import type { Text } from '../../i18n/index.ts';
import { PersonalField } from '../../ui/form/fields.tsx';
import { digits, type Rule } from '../../ui/form/rules.ts';
import type { FieldBinding } from '../../ui/form/useForm.ts';
import { PartnerDebt } from './PartnerDebt.tsx';

/** With a limit there is an agreement, and it says this too. */
const withLimit = (words: string) => (t: Text) =>
  ((value, { credit_limit }) => (credit_limit !== null && value === null ? { words: t(words) } : null)) as Rule<
    unknown,
    Record<string, unknown>
  > as never;

// texts: directories/partner need.defer_days, need.valid_from
export const PARTNER_HOOKS: PaneHooks = {
  initial: { kind: 'company' },
  tabs: (t) => [{ key: 'debt', title: t('debt.title'), content: (id) => <PartnerDebt id={id} /> }],
  fields: {
    stir: ({ form, t }) => (
      <PersonalField
        label={t(form.values.kind === 'entrepreneur' ? 'pinfl' : 'fields.stir')}
        inputMode="numeric"
        maxLength={20}
        {...(form.field('stir') as FieldBinding<string>)}
      />
    ),
  },
  rules: {
    stir:
      () =>
      (value: string, { kind }) =>
        digits(TAX_DIGITS[kind === 'entrepreneur' ? kind : 'company'])(value, null),
    defer_days: withLimit('need.defer_days'),
    valid_from: withLimit('need.valid_from'),
    valid_to:
      (t) =>
      (value: string | null, { valid_from }) =>
        value !== null && valid_from !== null && value < String(valid_from) ? { words: t('turned') } : null,
  },
};

export const partnerPane = directoryPane(partner, PARTNER_HOOKS);
