/** The order of a client: goods with what is free of them, price and instalments while they are chosen; kept for some hours. */
import { Button, HTMLSelect } from '@blueprintjs/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { client as clientDirectory } from '../../../contract/directories/client.ts';
import {
  type Orderable,
  type OrderDetails,
  orderAttached,
  orderCancel,
  orderCreate,
  orderEdit,
  orderProlong,
  orderReserve,
  orderShow,
  orderUpdate,
  orderWarehouses,
} from '../../../contract/sale/orders.ts';
import { ORDER_MAIN_PATH } from '../../../machines/saleOrder/saleOrder.machine.ts';
import { request } from '../../api/client.ts';
import { useNews } from '../../api/news.ts';
import { showAnswer, useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { sourceOf } from '../../directory/sources.ts';
import { Side } from '../../document/Side.tsx';
import { formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Field } from '../../ui/Field.tsx';
import { RemoteSelect } from '../../ui/form/RemoteSelect.tsx';
import type { Option } from '../../ui/form/remote.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { StepBar } from '../../ui/StepBar.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { Way, WayButton } from '../../ui/way/Way.tsx';
import { cardPath } from '../clients/paths.ts';
import { ByMoney, type Taken } from './ByMoney.tsx';
import { GoodsSearch } from './GoodsSearch.tsx';
import { History } from './History.tsx';
import { Listed } from './Listed.tsx';
import { orderLook } from './looks.ts';
import { OrderLines } from './OrderLines.tsx';
import { contractPath, orderPath } from './paths.ts';
import { readAgainIn } from './readAgainIn.ts';
import { Stock } from './Stock.tsx';
import { TermsTable } from './TermsTable.tsx';
import { ctrlEnter, useCtrlEnter } from './useCtrlEnter.ts';
import { useMayComment } from './useMayComment.ts';
import '../../ui/document/document.css';
import './sale.css';

const clients = sourceOf('client');

export default function OrderPage() {
  const [params] = useAddress();
  const id = numberIn(params, 'row');
  return id === null ? <NewOrder /> : <ReadOrder key={id} id={id} />;
}

/** A line as it is sent: with the price that the person sees. */
export const sentLine = (goods: Pick<Orderable, 'product_variant_id' | 'serial' | 'price'>) => ({
  product_variant_id: goods.product_variant_id,
  serial_id: goods.serial?.id ?? null,
  qty: 1,
  price: goods.price ?? 0,
});

/** The goods that make the draft, with the terms that they were chosen for. */
interface FirstGoods extends Partial<Omit<Taken, 'goods'>> {
  goods: Pick<Orderable, 'product_variant_id' | 'serial' | 'price'>;
}

/** Nothing is stored yet: the first goods make the draft, which keeps everything from then on. */
function NewOrder() {
  const t = useText('orders');
  const [params, setAddress] = useAddress();
  const [, navigate] = useLocation();
  const mayAdd = useAllows('order.add');
  usePageTitle(t('newTitle'), { crumbs: [{ title: t('title'), path: pathOf('orders') }] });
  const clientId = numberIn(params, 'client');
  const card = useCall(clientDirectory.calls.show, { params: { id: clientId ?? 0 } }, { enabled: clientId !== null });
  const places = useCall(orderWarehouses, {}, { enabled: mayAdd });
  const failed = [places, card].find(({ error }) => error !== null);
  const [chosen, setChosen] = useState<Option | null>(null);
  const client: Option | null =
    chosen ?? (card.data ? { id: card.data.data.id, title: card.data.data.fullname } : null);
  // in the address like the client: a new sign-in returns to both
  const placeId = numberIn(params, 'warehouse');
  const place = places.data?.data.find(({ id }) => id === placeId) ?? places.data?.data[0];
  const create = useCommand(async ({ goods, firstPayment, term }: FirstGoods, key: string) => {
    const body = { client_id: client?.id ?? 0, warehouse_id: place?.id ?? 0, lines: [sentLine(goods)] };
    const { data } = await orRefused(() => request(orderCreate, { body, key }));
    navigate(orderPath(data.id, { first: firstPayment, term }), { replace: true });
  });
  if (!mayAdd) return <Empty kind="noRight" title={t('mayNotAdd')} text={t('mayNotAddText')} />;
  return (
    <div className="sale-window" data-testid="order-new-window">
      {create.refusal && <RefusalNotice refusal={create.refusal} onClose={create.dismiss} />}
      <div className="sale-head">
        <Field label={t('client')} help={t('clientHelp')}>
          {(wiring) => (
            <RemoteSelect
              of={clients}
              value={client}
              label={t('client')}
              empty={t('chooseClient')}
              wiring={wiring}
              fill
              onChange={(option) => {
                setChosen(option);
                setAddress({ client: option?.id ?? null });
              }}
            />
          )}
        </Field>
        <Field label={t('warehouse')} help={t('warehouseHelp')}>
          {(wiring) => (
            <HTMLSelect
              {...wiring}
              fill
              value={place?.id ?? ''}
              onChange={({ target }) => setAddress({ warehouse: Number(target.value) })}
              options={places.data?.data.map(({ id, title }) => ({ value: id, label: title })) ?? []}
            />
          )}
        </Field>
      </div>
      {failed?.error ? (
        <Failed title={t('failedOne')} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : client === null || place === undefined ? (
        <Empty kind="nothing" title={t('chooseClient')} text={t('chooseClientText')} />
      ) : (
        <>
          <GoodsSearch warehouseId={place.id} busy={create.busy} onTake={(goods) => create.act({ goods })} />
          <ByMoney warehouseId={place.id} clientId={client.id} busy={create.busy} besides={false} onTake={create.act} />
        </>
      )}
    </div>
  );
}

function ReadOrder({ id }: { id: number }) {
  const t = useText('orders');
  const read = useCall(
    orderShow,
    { params: { id } },
    { ...FRESH, refetchInterval: ({ state }) => readAgainIn(state.data?.data, Date.now()) },
  );
  useNews(read.refetch);
  usePageTitle(read.data?.data.number ?? t('one'), { crumbs: [{ title: t('title'), path: pathOf('orders') }] });
  if (read.data !== undefined) return <Order order={read.data.data} />;
  return read.error ? (
    <Failed title={t('failedOne')} error={read.error} onRetry={() => void read.refetch()} />
  ) : (
    <SkeletonRows rows={10} columns={[3, 1, 1]} />
  );
}

type Sent = Parameters<typeof sentLine>[0] extends never ? never : ReturnType<typeof sentLine> & { discount?: number };

export const keptLine = ({
  product_variant_id,
  serial,
  qty,
  price,
  discount,
}: OrderDetails['lines'][number]): Sent => ({
  product_variant_id,
  serial_id: serial?.id ?? null,
  qty,
  price,
  discount,
});

const KEYS = ctrlEnter('orders', 'one', 'reserve');

/** Who writes orders: of a reader the server answers neither the stock of branches nor terms that are chosen. */
const WRITES = 'order.add|order.edit';

/** One of the steps that need no words. */
const STEPS = { reserve: orderReserve, edit: orderEdit, prolong: orderProlong } as const;
type Step = keyof typeof STEPS;

function Order({ order }: { order: OrderDetails }) {
  const t = useText('orders');
  const tm = useText('machines/saleOrder');
  const params = { id: order.id };
  const may = (event: string) => order.allowed_events.includes(event);
  const mayComment = useMayComment(WRITES, order.organization_id);
  const maySeeStock = useAllows(WRITES);
  const maySeeTerms = useAllows(`${WRITES}|contract.add|contract.edit`);
  const [, setAddress] = useAddress();
  const [selected, setSelected] = useState<number | null>(null);
  const [asked, setAsked] = useState(false);
  const line = order.lines.find(({ id }) => id === selected) ?? order.lines[0];
  const save = useCommand(async (lines: Sent[], key: string) => {
    const body = { comment: order.comment, lines };
    const { data } = await orRefused(() => request(orderUpdate, { params, body, ifMatch: order.version, key }));
    showAnswer(orderShow, params, { data });
  });
  const step = useCommand(async (name: Step, key: string) => {
    const { data, message } = await orRefused(() => request(STEPS[name], { params, ifMatch: order.version, key }));
    showAnswer(orderShow, params, { data });
    toastSuccess(message);
  });
  const busy = save.busy || step.busy;
  const refusal = save.refusal ?? step.refusal;
  const editable = may('order.update');
  const take = (goods: FirstGoods['goods']) => {
    const there = order.lines.find(
      (one) => one.product_variant_id === goods.product_variant_id && goods.serial === null,
    );
    const lines = order.lines.map((one) => ({ ...keptLine(one), qty: one === there ? one.qty + 1 : one.qty }));
    save.act(there ? lines : [...lines, sentLine(goods)]);
  };
  const change = (lines: OrderDetails['lines']) => save.act(lines.map(keptLine));
  /** Prices of today in place of those that changed since. */
  const repriced = order.lines.filter((one) => one.current_price !== null && one.current_price !== one.price);
  useCtrlEnter(
    may('order.reserve') && !busy && order.listed === null ? () => step.act('reserve') : null,
    may('order.reserve') ? KEYS : null,
  );
  const at = (ORDER_MAIN_PATH as readonly string[]).indexOf(order.status);
  return (
    <div className="sheet-body document-body" data-testid="order">
      <div className="sheet-main">
        {refusal && <RefusalNotice refusal={refusal} onClose={save.refusal ? save.dismiss : step.dismiss} />}
        <header className="document-head">
          <div className="document-words">
            <Link href={pathOf('orders')}>{t('title')}</Link>
            <Link href={cardPath(order.client_id)}>
              <b>{order.client}</b>
            </Link>
            <span>
              <span className="muted">{t('warehouse')}</span> {order.organization}, {order.warehouse.name}
            </span>
            <span>
              <span className="muted">{t('seller')}</span> {order.seller.fullname},{' '}
              <time dateTime={order.created_at}>{formatDateTime(order.created_at)}</time>
            </span>
          </div>
          <div className="row wrap document-actions">
            <StateChip look={orderLook(order.status)}>{tm(`states.${order.status}.name`)}</StateChip>
            <WayButton />
            {order.contract && (
              <Link href={contractPath(order.contract.id)} data-testid="order-contract">
                {t('toContract', { number: order.contract.number ?? `#${order.contract.id}` })}
              </Link>
            )}
            {may('order.reserve') && (
              <Button
                intent="primary"
                text={t('reserve')}
                loading={step.busy}
                disabled={busy || order.listed !== null}
                onClick={() => step.act('reserve')}
                data-testid="order-reserve"
              />
            )}
            {may('order.prolong') && (
              <Button
                text={t('prolong')}
                disabled={busy}
                onClick={() => step.act('prolong')}
                data-testid="order-prolong"
              />
            )}
            {may('order.edit') && (
              <Button
                text={t('edit')}
                title={t('editHelp')}
                disabled={busy}
                onClick={() => step.act('edit')}
                data-testid="order-edit"
              />
            )}
            {may('order.cancel') && (
              <Button
                variant="minimal"
                text={t('cancel')}
                disabled={busy}
                onClick={() => setAsked(true)}
                data-testid="order-cancel"
              />
            )}
          </div>
        </header>
        <StepBar
          label={t('way')}
          at={at < 0 ? 0 : at}
          steps={ORDER_MAIN_PATH.map((state, index) => ({
            key: state,
            title: tm(`states.${at < 0 && index === 0 ? order.status : state}.name`),
            look: orderLook(at < 0 && index === 0 ? order.status : state),
          }))}
        />
        <Listed listed={order.listed} client={order.client_id} of="order" />
        {order.status === 'reserved' && order.reserved_until !== null && (
          <Notice tone="waiting">
            {t('keptUntil', { time: formatDateTime(order.reserved_until) })}{' '}
            {order.facts.prolongs > 0 ? t('mayProlong', { count: order.facts.prolongs }) : t('prolonged')}
          </Notice>
        )}
        {order.cancel_reason !== null && <Notice tone="info">{t('cancelled', { reason: order.cancel_reason })}</Notice>}
        {editable && repriced.length > 0 && (
          <Notice
            tone="waiting"
            action={
              <Button
                size="small"
                text={t('reprice')}
                onClick={() => change(order.lines.map((one) => ({ ...one, price: one.current_price ?? one.price })))}
              />
            }
          >
            {t('pricesChanged', { titles: repriced.map(({ title }) => title).join(', ') })}
          </Notice>
        )}
        {editable && <GoodsSearch warehouseId={order.warehouse.id} busy={busy} onTake={take} />}
        <OrderLines
          order={order}
          editable={editable && !busy}
          selected={line?.id ?? null}
          onSelect={setSelected}
          onChange={change}
          errors={save.refusal?.errors ?? {}}
        />
        <div className="sale-columns">
          {line && maySeeStock && (
            <Stock
              line={line}
              organizationId={order.organization_id}
              warehouseId={order.warehouse.id}
              editable={editable && !busy}
              onUnit={(serial) => change(order.lines.map((one) => (one === line ? { ...one, serial, qty: 1 } : one)))}
            />
          )}
          {order.lines.length > 0 && maySeeTerms && <TermsTable order={order} />}
        </div>
      </div>
      <Side
        name="order"
        attached={orderAttached}
        id={order.id}
        mayWrite={mayComment}
        history={<History kind="order" id={order.id} />}
      >
        {editable && (
          <div className="sale-top">
            <ByMoney
              warehouseId={order.warehouse.id}
              clientId={order.client_id}
              busy={busy}
              besides={order.lines.length > 0}
              onTake={({ goods, firstPayment, term }) => {
                take(goods);
                setAddress({ first: firstPayment, term });
              }}
            />
          </div>
        )}
      </Side>
      <Way machine="saleOrder" id={order.id} read={`${order.version} ${order.status}`} />
      {asked && (
        <QuestionDialog
          title={t('cancelTitle', { number: order.number })}
          command={t('cancel')}
          intent="danger"
          reason={order.id}
          onSend={async ({ reason, key }) => {
            const sent = { params, body: { reason }, ifMatch: order.version, key };
            toastSuccess((await orRefused(() => request(orderCancel, sent))).message);
          }}
          onClose={() => setAsked(false)}
          onDone={() => setAsked(false)}
        >
          <p>{t('cancelText', { figure: formatNumber(order.units) })}</p>
        </QuestionDialog>
      )}
    </div>
  );
}
