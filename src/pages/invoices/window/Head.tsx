/** The head of the window: whose paper it is, what is done with it next, and why that is closed. */
import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { EditIcon, HistoryIcon, MoreIcon, PrintIcon, TickIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import type { CommandType } from '../../../../machines/invoiceWorkspace/commands.ts';
import { useAddress } from '../../../app/address.ts';
import { copyAddress } from '../../../app/copyAddress.ts';
import { useAllows } from '../../../app/session.ts';
import { formatDate, formatDateTime } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { pathOf, withQuery } from '../../../routes/registry.ts';
import { Name } from '../../../ui/Name.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Way, WayButton } from '../../../ui/way/Way.tsx';
import { type CommandActor, headOf, type InvoiceActor } from './actors.ts';
import { type CurrencyChoice, ratesOf } from './cells.ts';
import type { Capabilities } from './serverState.ts';

const PrintMenu = lazy(() => import('../print/PrintMenu.tsx').then((module) => ({ default: module.PrintMenu })));

export interface WindowProps {
  invoice: InvoiceDetails;
  capabilities: Capabilities;
  actor: InvoiceActor;
  command: CommandActor;
}

/** The next step of the main path, by state. */
const NEXT: Partial<Record<string, CommandType>> = { draft: 'invoice.send', sent: 'invoice.confirm' };
const BESIDES: readonly CommandType[] = ['partner.change', 'invoice.takeBack', 'invoice.cancel', 'invoice.delete'];
/** States whose moment stands in the head. */
const MOMENTS = ['sent', 'confirmed', 'cancelled'] as const;

interface HeadProps extends WindowProps {
  /** Undefined before they are read. */
  lines: readonly InputProduct[] | undefined;
  currencies: readonly CurrencyChoice[];
  /** No more facts are to come: what stands behind them stays in its place. */
  isWhole: boolean;
}

/** Read again with every figure that a guard asks for. */
export const InvoiceWay = ({ invoice: { id, version, status, facts } }: { invoice: InvoiceDetails }) => (
  <Way machine="invoice" id={id} read={[version, status, ...Object.values(facts)].join()} />
);

export function Head({ invoice, capabilities, actor, command, lines, currencies, isWhole }: HeadProps) {
  const t = useText('invoice');
  const busy = useSelector(command, (snapshot) => snapshot.hasTag('busy'));
  const unsaved = useSelector(actor, ({ context }) => Object.keys(context.drafts).length);
  const codes = useSelector(actor, ({ context }) => context.codes.length);
  const next = NEXT[invoice.status];
  const besides = BESIDES.filter((type) => capabilities.may(type));
  const mayCopy = useAllows('product_invoice.add');
  const [, navigate] = useLocation();
  const closed = next !== undefined && (!capabilities.may(next) || (next === 'invoice.send' && unsaved + codes > 0));
  const [params, setAddress] = useAddress();
  const beside = params.get('side') !== null;
  const ask = (type: CommandType) =>
    actor.send({
      type: 'command.ask',
      command:
        type === 'partner.change'
          ? { type, of: { version: invoice.version, allowed: invoice.allowed_events }, seen: headOf(invoice) }
          : { type, onStale: 'askAgain' },
    });
  return (
    <>
      <div className="document-head invoice-head">
        <HeadFacts invoice={invoice} lines={lines} currencies={currencies} />
        {isWhole && capabilities.may('partner.change') && (
          <Button
            variant="minimal"
            icon={<EditIcon size={14} />}
            aria-label={t('head.edit')}
            title={t('head.edit')}
            onClick={() => ask('partner.change')}
            data-testid="head-edit"
          />
        )}
        <div className="row wrap document-actions">
          <Button
            icon={<HistoryIcon size={14} />}
            aria-label={t('tabs.label')}
            title={t('tabs.label')}
            aria-pressed={beside}
            active={beside}
            onClick={() => setAddress({ side: beside ? null : 'history' })}
            data-testid="invoice-side"
          />
          <WayButton />
          <Suspense fallback={<PrintPlace />}>
            {lines ? <PrintMenu invoice={invoice} lines={lines} unsaved={unsaved} /> : <PrintPlace />}
          </Suspense>
          {(mayCopy || besides.length > 0) && (
            <PopoverNext
              arrow={false}
              animation="minimal"
              placement="bottom-end"
              content={
                <Menu>
                  {mayCopy && (
                    <MenuItem
                      text={t('copy')}
                      onClick={() => navigate(withQuery(pathOf('invoices'), copyAddress(invoice.id)))}
                      data-testid="invoice-copy"
                    />
                  )}
                  {besides.map((type) => (
                    <span key={type}>
                      {(type === 'invoice.cancel' || type === 'invoice.delete') && <MenuDivider />}
                      <MenuItem
                        text={t(`ask.${type}.do`)}
                        intent={type === 'invoice.cancel' || type === 'invoice.delete' ? 'danger' : 'none'}
                        onClick={() => ask(type)}
                      />
                    </span>
                  ))}
                </Menu>
              }
            >
              <Button
                variant="minimal"
                icon={<MoreIcon size={16} />}
                aria-label={t('head.more')}
                data-testid="invoice-more"
              />
            </PopoverNext>
          )}
          {next !== undefined && capabilities.shows(next) && (
            <Button
              intent="primary"
              icon={<TickIcon size={14} />}
              text={t(`ask.${next}.do`)}
              disabled={closed}
              aria-describedby={closed ? 'why-not lines-saved' : undefined}
              loading={busy}
              onClick={() => ask(next)}
              data-testid="invoice-next"
            />
          )}
        </div>
      </div>
      {/* lines that are not saved are counted beside them: a notice would come and go with each of them */}
      <WhyNot invoice={invoice} capabilities={capabilities} codes={codes} />
    </>
  );
}

/** Keeps the place of the print menu until it comes: the buttons beside it do not move away from under a press. */
function PrintPlace() {
  const t = useText('common');
  return <Button icon={<PrintIcon size={14} />} aria-label={t('printKey.print')} disabled />;
}

function HeadFacts({ invoice, lines, currencies }: Pick<HeadProps, 'invoice' | 'lines' | 'currencies'>) {
  const t = useText('invoice');
  const tm = useText('machines/invoice');
  const rates = ratesOf(lines ?? [], currencies);
  const { moments } = invoice;
  return (
    <dl className="head-facts" data-testid="invoice-head">
      <Fact label={t('head.partner')} cut="name">
        {invoice.partner}
      </Fact>
      {invoice.partner_firm !== null && (
        <Fact label={t('head.firm')} cut="name">
          {invoice.partner_firm}
        </Fact>
      )}
      <Fact label={t('head.number')}>
        {invoice.number_invoice}
        {invoice.type === 'special' && <span className="amber"> {t('types.special')}</span>}
      </Fact>
      <Fact label={t('head.date')}>{formatDate(invoice.invoice_date)}</Fact>
      <Fact label={t('head.warehouse')} cut="name">{`${invoice.organization}, ${invoice.warehouse_list}`}</Fact>
      {rates.length > 0 && (
        <Fact label={t('head.rate')}>
          {rates
            .map(({ currency, from, to }) =>
              t(from === to ? 'head.rateOf' : 'head.ratesOf', {
                currency,
                rate: formatNumber(from, { decimals: 4, trim: true }),
                to: formatNumber(to, { decimals: 4, trim: true }),
              }),
            )
            .join(' · ')}
        </Fact>
      )}
      {MOMENTS.map(
        (state) =>
          moments[state] !== undefined && (
            <Fact key={state} label={tm(`states.${state}.name`)}>
              {formatDateTime(moments[state])}
            </Fact>
          ),
      )}
      {invoice.comment !== '' && (
        <Fact label={t('head.comment')} cut="words">
          {invoice.comment}
        </Fact>
      )}
    </dl>
  );
}

/** Names and words are cut where there is no room, the comment first, a name in its middle; figures never are. */
type FactProps = { label: string } & ({ cut: 'name'; children: string } | { cut?: 'words'; children: ReactNode });

function Fact({ label, cut, children }: FactProps) {
  return (
    <div className={cut && `cut-${cut}`} title={typeof children === 'string' ? children : undefined}>
      <dt>{label}</dt>
      <dd>{cut === 'name' ? <Name>{children}</Name> : children}</dd>
    </div>
  );
}

/** Why the next step is closed, in place; and why an invoice was called off. */
function WhyNot({ invoice, capabilities, codes }: Pick<WindowProps, 'invoice' | 'capabilities'> & { codes: number }) {
  const t = useText('invoice');
  const { status, facts } = invoice;
  if (status === 'cancelled' && invoice.canceled_commentary_type !== null) {
    return (
      <Notice tone="info">
        <b>{t(`reasons.${invoice.canceled_commentary_type}`)}</b> {invoice.canceled_commentary}
      </Notice>
    );
  }
  const reasons = [
    status === 'draft' && facts.lines === 0 && t('why.noLines'),
    status === 'draft' && codes > 0 && t('why.codes', { count: codes, figure: formatNumber(codes) }),
    // of a draft the chip over the lines says it: it does not hold the sending back
    status === 'sent' &&
      facts.missing > 0 &&
      t('why.serials', { count: facts.missing, figure: formatNumber(facts.missing) }),
    status === 'sent' && !invoice.allowed_events.includes('invoice.confirm') && facts.missing === 0 && t('why.waits'),
    status === 'draft' && !capabilities.editable && t('why.onlyReader'),
    status === 'draft' &&
      invoice.duplicates.length > 0 &&
      t('why.duplicate', { number: invoice.duplicates[0]?.number_invoice ?? '' }),
  ].filter((one): one is string => typeof one === 'string');
  if (reasons.length === 0) return null;
  return (
    <div id="why-not" data-testid="why-not">
      <Notice tone="waiting">{reasons.join(' · ')}</Notice>
    </div>
  );
}
