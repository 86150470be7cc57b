import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import { partnerFirms } from '../../../contract/invoices/choices.ts';
import { invoiceShow } from '../../../contract/invoices/heads.ts';
import type { newInvoiceMachine, Twin } from '../../../machines/invoiceWorkspace/newInvoice.machine.ts';
import { newKey } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate, tashkentDay } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { useDropped } from '../../ui/form/drafts/useDropped.ts';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { AreaField, CheckField, ChoiceField, DateField, SelectField, TextField } from '../../ui/form/fields.tsx';
import type { Option } from '../../ui/form/remote.ts';
import { required, withMessage } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { Pane } from '../../ui/layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { partners, warehouses, warehouseTitle } from './choices.ts';
import { useQuickAdd } from './quickAdd.tsx';

export type NewInvoiceActor = ActorRefFrom<typeof newInvoiceMachine>;

/** The head of another invoice as a proposal; its number, date and state are its own. */
function useCopied(copyOf: number | null) {
  return useCall(invoiceShow, { params: { id: copyOf ?? 0 } }, { enabled: copyOf !== null });
}

/** @param copyOf the invoice that the new one begins as. */
export function NewInvoicePane({ actor, copyOf }: { actor: NewInvoiceActor; copyOf: number | null }) {
  const t = useText('invoiceList');
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(actor, (snapshot) => snapshot.context.refusal);
  const twins = useSelector(actor, (snapshot) => snapshot.context.twins);
  const copied = useCopied(copyOf);
  const source = copied.data?.data;
  const form = useForm({
    draft: { form: 'invoice', of: copyOf === null ? 'new' : `new.${copyOf}` },
    initial: {
      partner: null as Option | null,
      firm: null as string | null,
      number: '',
      date: tashkentDay(Date.now()) as string | null,
      warehouse: null as Option | null,
      special: false,
      comment: '',
    },
    rules: {
      partner: withMessage(t('form.needPartner'), required),
      number: withMessage(t('form.needNumber'), required),
      date: withMessage(t('form.needDate'), required),
      warehouse: withMessage(t('form.needWarehouse'), required),
    },
    names: {
      partner: 'partner_id',
      firm: 'partner_firm_id',
      number: 'number_invoice',
      date: 'invoice_date',
      warehouse: 'warehouse_list_id',
      special: 'type',
    },
    refused: refusal?.errors,
    busy,
    onSave: ({ partner, firm, number, date, warehouse, special, comment }) =>
      actor.send({
        type: 'form.send',
        head: {
          partner_id: partner?.id ?? 0,
          partner_firm_id: firm === null ? null : Number(firm),
          number_invoice: number.trim(),
          invoice_date: date ?? '',
          warehouse_list_id: warehouse?.id ?? 0,
          type: special ? 'special' : 'regular',
          comment: comment.trim(),
          ...(copyOf !== null && { copy_of: copyOf }),
        },
        key: newKey(),
      }),
  });
  useDropped(form, (drop) => [actor.on('invoice.opened', drop)]);
  const { values, set, propose } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the source has come
  useEffect(() => {
    if (source === undefined) return;
    propose('partner', { id: source.partner_id, title: source.partner });
    propose('firm', source.partner_firm_id === null ? null : String(source.partner_firm_id));
    const { organization, warehouse_list: name } = source;
    propose('warehouse', { id: source.warehouse_list_id, title: warehouseTitle({ organization, name }) });
    propose('special', source.type === 'special');
    propose('comment', source.comment);
  }, [source?.id]);

  const partnerId = values.partner?.id ?? 0;
  const firms = useCall(partnerFirms, { params: { id: partnerId } }, { enabled: partnerId > 0 }).data?.data;
  // who has one firm is meant by it: once for a partner, so that it can be changed by hand
  const lookedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the firms of another partner have come
  useEffect(() => {
    if (firms === undefined || lookedAt.current === partnerId) return;
    lookedAt.current = partnerId;
    const [only, ...others] = firms;
    if (only !== undefined && others.length === 0) set('firm', String(only.id));
    // the hand went on to the number before the firms were there
    const [number] = form.element.current?.querySelectorAll('input') ?? [];
    if (others.length > 0 && values.firm === null && values.number === '' && document.activeElement === number)
      form.element.current?.querySelector('select')?.focus();
  }, [partnerId, firms]);
  const choosePartner = (partner: Option | null) => {
    set('partner', partner);
    // another partner's firm is nobody's
    if (partner?.id !== partnerId) set('firm', null);
  };
  const warehouse = useRef<HTMLDivElement>(null);
  /** The date stands there already: Enter in the number goes on to the warehouse that is still to be chosen. */
  const pastDate = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    if (values.date === null || values.warehouse) return;
    event.preventDefault();
    warehouse.current?.querySelector('button')?.focus();
  };
  // read once the list has closed, which may know an earlier drawing only
  const several = useRef(false);
  several.current = (firms ?? []).length > 1;
  const quick = useQuickAdd({
    labels: { partner: t('form.addPartner'), firm: t('form.addFirm') },
    partner: values.partner,
    disabled: busy,
    onPartner: choosePartner,
    onFirm: (id) => set('firm', String(id)),
  });

  const number = useSettled(values.number.trim());
  const year = values.date === null ? 0 : Number(values.date.slice(0, 4));
  useEffect(() => {
    const whole = partnerId > 0 && number !== '' && year > 0;
    actor.send({
      type: 'mark.change',
      mark: whole ? { partner_id: partnerId, number_invoice: number, year } : null,
    });
  }, [actor, partnerId, number, year]);

  const close = () => actor.send({ type: 'form.close' });
  return (
    <>
      <Pane
        title={t(copyOf === null ? 'form.title' : 'form.copyTitle')}
        hidden={quick.pane !== null}
        onClose={busy ? undefined : close}
        closeLabel={t('common:close')}
        foot={<SaveBar form={form} save={t('form.save')} onCancel={close} testId="invoice-create-send" />}
      >
        {copied.error ? (
          <Failed title={t('form.copyFailed')} error={copied.error} onRetry={() => void copied.refetch()} />
        ) : (
          source && (
            <div className="form-copy" data-testid="copy-of">
              <Notice tone="info" inset>
                {t('form.copyOf', { number: source.number })}
              </Notice>
            </div>
          )
        )}
        {refusal !== null && form.errorCount === 0 && <RefusalNotice refusal={refusal} inset />}
        <Form form={form} label={t('form.title')} autoFocus>
          <ChoiceField
            label={t('partner')}
            of={partners}
            beside={quick.partner}
            {...form.field('partner')}
            onChange={choosePartner}
            // a partner with several firms leads on to them, any other to the number
            onTaken={() =>
              form.element.current?.querySelector<HTMLElement>(several.current ? 'select' : 'input')?.focus()
            }
          />
          <SelectField
            label={t('firm')}
            optional
            beside={quick.firm}
            empty={t(partnerId === 0 ? 'form.partnerFirst' : 'form.withoutFirm')}
            options={(firms ?? []).map(({ id, name, stir }) => ({
              value: String(id),
              title: stir === null ? name : `${name}, ${stir}`,
            }))}
            {...form.field('firm')}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter of the field within goes on to another one than the form's next */}
          <div onKeyDown={pastDate}>
            <TextField label={t('paper')} help={t('form.numberHelp')} maxLength={50} {...form.field('number')} />
          </div>
          <DateField label={t('date')} {...form.field('date')} />
          {twins.length > 0 && <Twins twins={twins} />}
          <div ref={warehouse}>
            <ChoiceField
              label={t('warehouse')}
              of={warehouses}
              only
              {...form.field('warehouse')}
              onTaken={() => form.element.current?.querySelector<HTMLElement>('input[type="checkbox"]')?.focus()}
            />
          </div>
          <CheckField label={t('form.special')} {...form.field('special')} />
          <AreaField label={t('form.comment')} optional maxLength={500} {...form.field('comment')} />
        </Form>
      </Pane>
      {quick.pane}
    </>
  );
}

/** The same partner, number and year: a warning, not a refusal (decision 25). */
function Twins({ twins }: { twins: readonly Twin[] }) {
  const t = useText('invoiceList');
  const tm = useText('machines/invoice');
  const stateOf = (status: string) => tm(`states.${status}.name`);
  return (
    <div data-testid="twins">
      <Notice tone="waiting" inset>
        <b>{t('form.twins', { count: twins.length })}</b>
        <ul className="refused-lines">
          {twins.map(({ id, number, invoice_date, status }) => (
            <li key={id}>
              <Link href={pathOf('invoice', { id })} className="code">
                {number}
              </Link>{' '}
              <span className="muted">
                {formatDate(invoice_date)}, {stateOf(status)}
              </span>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
