/** The head of a draft in a pane: partner, firm, number, date, warehouse, type, comment. */
import { useSelector } from '@xstate/react';
import { partnerFirms, warehouseAutocomplete } from '../../../../contract/invoices/choices.ts';
import type { InvoiceDetails, InvoiceType } from '../../../../contract/invoices/invoice.ts';
import { INVOICE_TYPES } from '../../../../contract/invoices/invoice.ts';
import { newKey } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { useText } from '../../../i18n/index.ts';
import { useDropped } from '../../../ui/form/drafts/useDropped.ts';
import { Form, SaveBar } from '../../../ui/form/Form.tsx';
import { AreaField, ChoiceField, DateField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import type { Option } from '../../../ui/form/remote.ts';
import { required } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { Pane } from '../../../ui/layout.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { partners, takesGoods } from '../choices.ts';
import { useQuickAdd } from '../quickAdd.tsx';
import { type CommandActor, headOf } from './actors.ts';

export function HeadPane({ actor, invoice }: { actor: CommandActor; invoice: InvoiceDetails }) {
  const t = useText('invoice');
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  // what was written and met another person's change is written still
  const written = useSelector(actor, ({ context }) => context.command?.head);
  const head = written ?? headOf(invoice);
  const form = useForm({
    draft: { form: 'invoiceHead', of: invoice.id },
    initial: {
      partner: {
        id: head.partner_id,
        title:
          head.partner_id === invoice.partner_id
            ? invoice.partner
            : (partners.titleOf(head.partner_id) ?? `№ ${head.partner_id}`),
      } as Option | null,
      firm: (head.partner_firm_id == null ? null : String(head.partner_firm_id)) as string | null,
      number: head.number_invoice,
      date: head.invoice_date as string | null,
      warehouse: String(head.warehouse_list_id) as string | null,
      type: (head.type ?? 'regular') as InvoiceType | null,
      comment: head.comment ?? '',
    },
    rules: { partner: required, number: required, date: required, warehouse: required, type: required },
    names: {
      partner: 'partner_id',
      firm: 'partner_firm_id',
      number: 'number_invoice',
      date: 'invoice_date',
      warehouse: 'warehouse_list_id',
    },
    refused: refusal?.errors,
    busy,
    onSave: (values) =>
      actor.send({
        type: 'command.confirm',
        key: newKey(),
        words: {
          head: {
            partner_id: values.partner?.id ?? 0,
            partner_firm_id: values.firm === null ? null : Number(values.firm),
            number_invoice: values.number.trim(),
            invoice_date: values.date ?? '',
            warehouse_list_id: Number(values.warehouse),
            type: values.type ?? 'regular',
            comment: values.comment.trim(),
          },
        },
      }),
  });
  useDropped(form, (drop) => [
    actor.on('command.done', ({ command }) => {
      if (command.type === 'partner.change') drop();
    }),
    actor.on('theirs.taken', drop),
  ]);
  const partnerId = form.values.partner?.id ?? 0;
  const firms = useCall(partnerFirms, { params: { id: partnerId } }, { enabled: partnerId > 0 }).data?.data ?? [];
  const warehouses = (useCall(warehouseAutocomplete, {}).data?.data ?? []).filter(takesGoods);
  const close = () => actor.send({ type: 'command.close' });
  const partner = form.field('partner');
  const choosePartner = (chosen: Option | null) => {
    partner.onChange(chosen);
    // a firm of another partner cannot stay
    if (chosen?.id !== partnerId) form.set('firm', null);
  };
  const quick = useQuickAdd({
    labels: { partner: t('head.addPartner'), firm: t('head.addFirm') },
    partner: form.values.partner,
    disabled: busy,
    onPartner: choosePartner,
    onFirm: (id) => form.set('firm', String(id)),
  });
  return (
    <>
      <Pane
        title={t('head.title')}
        hidden={quick.pane !== null}
        onClose={busy ? undefined : close}
        closeLabel={t('common:close')}
        foot={<SaveBar form={form} save={t('head.save')} onCancel={close} testId="head-save" />}
      >
        {refusal !== null && form.errorCount === 0 && <RefusalNotice refusal={refusal} inset onRetry={form.save} />}
        <Form form={form} label={t('head.title')} autoFocus>
          <ChoiceField
            label={t('head.partner')}
            of={partners}
            beside={quick.partner}
            {...partner}
            onChange={choosePartner}
          />
          <SelectField
            label={t('head.firm')}
            optional
            beside={quick.firm}
            empty={t('head.noFirm')}
            options={firms.map((firm) => ({ value: String(firm.id), title: firm.name }))}
            {...form.field('firm')}
          />
          <TextField label={t('head.number')} maxLength={50} {...form.field('number')} />
          <DateField label={t('head.date')} {...form.field('date')} />
          <SelectField
            label={t('head.warehouse')}
            options={warehouses.map((one) => ({ value: String(one.id), title: `${one.organization}, ${one.name}` }))}
            {...form.field('warehouse')}
          />
          <SelectField
            label={t('head.type')}
            options={INVOICE_TYPES.map((type) => ({ value: type, title: t(`types.${type}`) }))}
            {...form.field('type')}
          />
          <AreaField label={t('head.comment')} optional maxLength={500} {...form.field('comment')} />
        </Form>
      </Pane>
      {quick.pane}
    </>
  );
}
