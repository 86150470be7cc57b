/** The draft of a contract: first payment, term, payment day and discount are played with, the schedule follows; then it is signed. */
import { Button } from '@blueprintjs/core';
import { ErrorIcon, SmallTickIcon } from '@blueprintjs/icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  type ContractDetails,
  contractAmend,
  contractCancel,
  contractShow,
  contractSign,
} from '../../../contract/sale/contracts.ts';
import { orderShow } from '../../../contract/sale/orders.ts';
import { scheduleOf, termsFault } from '../../../contract/sale/schedule.ts';
import { findingsIn, offerOf, spreadDiscount, type TermsOfSale, termsOf } from '../../../contract/sale/terms.ts';
import { request } from '../../api/client.ts';
import { showAnswer, useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { DraftOffer } from '../../ui/form/drafts/DraftOffer.tsx';
import { useDraft } from '../../ui/form/drafts/useDraft.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { StepBar } from '../../ui/StepBar.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { Way, WayButton } from '../../ui/way/Way.tsx';
import { cardPath } from '../clients/paths.ts';
import { VerifyClient } from '../clients/VerifyClient.tsx';
import { Choice, type Chosen, faultsAt, findingText, isDiscount, saidAtField, type Unread } from './ContractChoice.tsx';
import { Guarantors } from './Guarantors.tsx';
import { Instalments } from './Instalments.tsx';
import { PledgeChoice } from './Pledge.tsx';
import { PrintContract } from './PrintContract.tsx';
import { contractPath, orderPath } from './paths.ts';
import { ctrlEnter, useCtrlEnter } from './useCtrlEnter.ts';
import { useTerms } from './useTerms.ts';
import '../../ui/document/document.css';
import './sale.css';

const KEYS = ctrlEnter('sale', 'newContract', 'sign');

export default function CreateContractPage() {
  const t = useText('sale');
  const [params] = useAddress();
  const id = numberIn(params, 'row');
  usePageTitle(t('newContract'), { crumbs: [{ title: t('contracts'), path: pathOf('contracts') }] });
  if (id !== null) return <ReadDraft key={id} id={id} />;
  return (
    <Empty kind="nothing" title={t('fromOrder')} text={t('fromOrderText')}>
      <Link href={pathOf('orders')}>{t('toOrders')}</Link>
    </Empty>
  );
}

function ReadDraft({ id }: { id: number }) {
  const t = useText('sale');
  const read = useCall(contractShow, { params: { id } }, FRESH);
  const contract = read.data?.data;
  const order = useCall(orderShow, { params: { id: contract?.order.id ?? 0 } }, { enabled: contract !== undefined });
  const failed = [read, order].find(({ error }) => error !== null);
  if (failed?.error)
    return <Failed title={t('failedOne')} error={failed.error} onRetry={() => void failed.refetch()} />;
  if (contract === undefined || order.data === undefined) return <SkeletonRows rows={10} columns={[2, 2, 1]} />;
  if (contract.status !== 'draft')
    return (
      <Empty kind="nothing" title={t('noDraft')} text={contract.number ?? ''}>
        <Link href={contractPath(contract.id)}>{t('toContract')}</Link>
      </Empty>
    );
  return <Draft contract={contract} lines={order.data.data.lines} />;
}

const namesOf = (t: Text): ReadonlyMap<string, string> =>
  new Map([
    ['firstPayment', t('firstPayment')],
    ['term', t('term')],
    ['paymentDay', t('paymentDay')],
    ['discount', t('discount')],
    ['pledge', t('pledge')],
  ]);

/** Of the terms those that are not saved, and what stood there. */
function changesOf(chosen: Chosen, stored: Chosen) {
  const names = Object.keys(stored) as (keyof Chosen)[];
  const changed = names.filter((name) => chosen[name] !== stored[name]);
  const of = (from: Chosen) => Object.fromEntries(changed.map((name) => [name, from[name]]));
  return { fields: of(chosen), base: of(stored) };
}

interface DraftProps {
  contract: ContractDetails;
  lines: readonly { product_variant_id: number; sum: number }[];
}

/** What is typed is saved once the hand rests. */
const REST_MS = 600;

function Draft({ contract, lines }: DraftProps) {
  const t = useText('sale');
  const [, navigate] = useLocation();
  const confirms = useAllows('contract.confirm');
  const params = { id: contract.id };
  const stored: Chosen = {
    firstPayment: contract.first_payment,
    term: contract.term,
    paymentDay: contract.payment_day,
    discount: contract.discount,
    pledge: contract.pledge?.id ?? null,
  };
  const [chosen, setChosen] = useState(stored);
  const [unread, setUnread] = useState<Unread>({});
  const isRead = Object.values(unread).every((fault) => fault === undefined);
  const [asked, setAsked] = useState(false);
  const rested = useSettled(chosen, REST_MS);
  const gross = lines.reduce((all, { sum }) => all + sum, 0);
  // there are no terms for a discount that cannot be given
  const spread = spreadDiscount(
    isDiscount(rested.discount, gross) ? rested.discount : stored.discount,
    lines.map(({ sum }) => sum),
  );
  const terms = useTerms({
    client_id: contract.client_id,
    warehouse_id: contract.warehouse.id,
    lines: lines.map(({ product_variant_id, sum }, at) => ({ product_variant_id, sum: sum - (spread[at] ?? 0) })),
  });
  const sale = terms.terms;
  const save = useCommand(async (values: Chosen, key: string) => {
    const { firstPayment, term, paymentDay, discount, pledge } = values;
    const body = {
      ...{ first_payment: firstPayment, term, payment_day: paymentDay, discount },
      pledge_evaluation_id: pledge,
    };
    const { data } = await orRefused(() => request(contractAmend, { params, body, ifMatch: contract.version, key }));
    showAnswer(contractShow, params, { data });
  });
  const sign = useCommand(async (_: null, key: string) => {
    const { message, data } = await orRefused(() => request(contractSign, { params, ifMatch: contract.version, key }));
    toastSuccess(message);
    navigate(contractPath(data.id));
  });
  const same = (one: Chosen, other: Chosen) => JSON.stringify(one) === JSON.stringify(other);
  const saved = same(chosen, stored);
  const sent = useRef(stored);
  // what cannot be saved yet, or was not in time
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is changed follows from these
  const unsaved = useMemo(() => changesOf(chosen, stored), [chosen, contract.version]);
  const kept = useDraft({
    place: { form: 'contractTerms', of: contract.id },
    written: unsaved,
    onTaken: ({ fields }) => startFrom({ ...stored, ...(fields as Partial<Chosen>) }),
    onStartedOver: () => startFrom(stored),
  });
  const { schedule, findings } = judged(isRead ? sale : undefined, chosen, gross, confirms);
  // until they are read, those of another discount judge what is chosen
  const areTermsOf = sale !== undefined && sale.goods === gross - rested.discount;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the hand rests
  useEffect(() => {
    if (!areTermsOf || same(rested, stored) || same(rested, sent.current) || save.busy || schedule === null) return;
    // what it rested at was replaced: it is waited for the next rest
    if (!same(rested, chosen)) return;
    sent.current = rested;
    save.act(rested);
  }, [rested, save.busy, schedule === null, areTermsOf]);
  // somebody answers already: who may not is said with the conditions
  const named = contract.guarantees.filter(({ status }) => status === 'draft').length;
  const shown = findings.filter(
    ({ code, values }) => !saidAtField(code) && (code !== 'guarantor_needed' || named < Number(values.figure)),
  );
  function startFrom(terms: Chosen): void {
    setUnread({});
    setChosen(terms);
  }
  function change(part: Partial<Chosen>): void {
    // it was about what stood there before
    if (save.refusal !== null) save.dismiss();
    setChosen((one) => ({ ...one, ...part }));
  }
  // what the server says is about the terms that are saved: of those that stand there nobody has a schedule
  const conditions = contract.conditions.map((one) =>
    one.code === 'schedule' && sale !== undefined && schedule === null
      ? { ...one, holds: false, text: one.text || t('noSchedule') }
      : one,
  );
  const waits = conditions.filter(({ holds }) => !holds);
  const ready =
    saved && isRead && waits.length === 0 && contract.allowed_events.includes('contract.sign') && !sign.busy;
  const refusal = sign.refusal ?? save.refusal;
  const changed = waits.some(({ code }) => code === 'terms');
  useCtrlEnter(ready ? () => sign.act(null) : null, KEYS);
  return (
    <div className="sheet-body document-body" data-testid="contract-draft">
      <div className="sheet-main">
        {refusal && <RefusalNotice refusal={refusal} onClose={sign.refusal ? sign.dismiss : save.dismiss} />}
        <StepBar
          label={t('steps')}
          at={waits.length === 0 && saved && isRead ? 3 : 2}
          steps={[
            {
              key: 'client',
              title: t('client'),
              note: <Link href={cardPath(contract.client_id)}>{contract.client}</Link>,
              look: 'done',
            },
            {
              key: 'goods',
              title: t('goods'),
              look: 'done',
              note: (
                <Link href={orderPath(contract.order.id)}>
                  {contract.reserved_until === null
                    ? contract.order.number
                    : t('keptUntil', { time: formatDateTime(contract.reserved_until) })}
                </Link>
              ),
            },
            {
              key: 'terms',
              title: t('terms'),
              look: 'work',
              note: t(saved && isRead ? 'saved' : schedule === null ? 'unsaved' : 'saving'),
            },
            { key: 'sign', title: t('sign'), look: 'new', note: t('numberThen') },
          ]}
        />
        <div className="sale-columns">
          <div className="sale-form">
            <DraftOffer draft={kept} labels={namesOf(t)} />
            <Choice
              sale={sale}
              chosen={chosen}
              onChange={change}
              goods={gross}
              unread={unread}
              onUnread={setUnread}
              faults={faultsAt(t, {
                chosen,
                gross,
                findings,
                belowCost: saved ? waits.find(({ code }) => code === 'discount')?.text : undefined,
                goods: sale?.goods ?? gross,
                refused: save.refusal?.errors,
              })}
            />
            <PledgeChoice
              offered={contract.pledges}
              chosen={contract.pledge}
              from={sale?.pledge_from ?? null}
              value={chosen.pledge}
              onChange={(pledge) => change({ pledge })}
            />
            {/* there before it says something, so that it is read out */}
            <div role="status">
              {shown.length > 0 && (
                <ul className="sale-conditions" data-testid="findings">
                  {shown.map(({ code, values }) => (
                    <li key={code} className="red">
                      <ErrorIcon size={14} />
                      <span>{findingText(t, { code, values })}</span>
                    </li>
                  ))}
                </ul>
              )}
            </div>
            <Guarantors contract={contract} />
          </div>
          <section aria-label={t('schedule')}>
            <h2>{t('schedule')}</h2>
            {terms.error ? (
              <Failed title={t('termsFailed')} error={terms.error} onRetry={terms.again} />
            ) : sale === undefined ? (
              <SkeletonRows rows={6} columns={[1, 2, 2]} />
            ) : schedule === null ? (
              <p className="muted">{t('noSchedule')}</p>
            ) : (
              <Instalments
                rows={[{ number: 0, due: sale.day, amount: chosen.firstPayment }, ...schedule.instalments].map(
                  (row) => ({
                    ...row,
                    paid: null,
                  }),
                )}
                day={sale.day}
              />
            )}
          </section>
        </div>
      </div>
      <aside className="document-side sale-side" aria-label={t('signing')}>
        <div className="muted">{t('today')}</div>
        <div className="sale-today num">{formatNumber(chosen.firstPayment)}</div>
        {schedule && sale && (
          <dl className="sale-sums">
            <dt>{t('month')}</dt>
            <dd className="num">{formatNumber(schedule.instalments[0]?.amount ?? 0)}</dd>
            <dt>{t('goodsSum')}</dt>
            <dd className="num">{formatNumber(sale.goods)}</dd>
            <dt>{t('total')}</dt>
            <dd className="num">
              <b>{formatNumber(schedule.total)}</b>
            </dd>
            <dt>{t('overpaid')}</dt>
            <dd className="num">{formatNumber(schedule.total - sale.goods)}</dd>
            {sale.limit && (
              <>
                <dt>{t('limitFree')}</dt>
                <dd className="num">{formatNumber(Math.max(0, sale.limit.sum - sale.used))}</dd>
              </>
            )}
          </dl>
        )}
        <h2>{t('conditions.title')}</h2>
        <ul className="sale-conditions" data-testid="conditions">
          {conditions.map(({ code, holds, text }) => (
            <li key={code} className={holds ? undefined : 'red'}>
              {holds ? <SmallTickIcon size={14} /> : <ErrorIcon size={14} />}
              <span>
                <b>{t(`conditions.${code}`)}</b>
                {text !== '' && `: ${text}`}
              </span>
            </li>
          ))}
        </ul>
        {waits.some(({ code }) => code === 'identity') && (
          <VerifyClient id={contract.client_id} stale={['contractShow', 'clientShow']} />
        )}
        {changed && (
          <Button text={t('takeTerms')} loading={save.busy} onClick={() => save.act(chosen)} data-testid="take-terms" />
        )}
        <div className="row wrap">
          <Button
            intent="primary"
            text={t('sign')}
            disabled={!ready}
            loading={sign.busy}
            onClick={() => sign.act(null)}
            data-testid="contract-sign"
          />
          <WayButton />
          <PrintContract id={contract.id} />
          <Link href={contractPath(contract.id)}>{t('toContract')}</Link>
          {contract.allowed_events.includes('contract.cancel') && (
            <Button variant="minimal" text={t('cancel')} onClick={() => setAsked(true)} data-testid="contract-cancel" />
          )}
        </div>
        <p className="field-help">{t('unpaidLater')}</p>
      </aside>
      <Way
        machine="contract"
        id={contract.id}
        read={`${contract.version} ${contract.conditions.filter(({ holds }) => holds).length}`}
      />
      {asked && (
        <QuestionDialog
          title={t('cancelDraft')}
          command={t('cancel')}
          intent="danger"
          reason={contract.id}
          onSend={async ({ reason, key }) => {
            const body = { params, body: { reason }, ifMatch: contract.version, key };
            toastSuccess((await orRefused(() => request(contractCancel, body))).message);
          }}
          onClose={() => setAsked(false)}
          onDone={() => navigate(orderPath(contract.order.id))}
        >
          <p>{t('cancelDraftText')}</p>
        </QuestionDialog>
      )}
    </div>
  );
}

function judged(
  sale: TermsOfSale | undefined,
  { discount, pledge, ...choice }: Chosen,
  gross: number,
  confirms: boolean,
) {
  const offer = sale && offerOf(sale, choice.term);
  if (sale === undefined || !isDiscount(discount, gross)) return { schedule: null, findings: [] };
  const terms = offer && termsOf(sale, offer, choice);
  return {
    schedule: terms && termsFault(terms) === null ? scheduleOf(terms, sale.day) : null,
    // whether a chosen car will do is a condition of the signing
    findings: findingsIn(sale, choice, confirms).filter(({ code }) => code !== 'pledge_needed' || pledge === null),
  };
}
