/** One client at one desk: contracts to tick, sums, where the money goes, and taking it. */
import { Button, Checkbox } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type Channel, cashDocumentShow, type Desk } from '../../../contract/cashDocuments.ts';
import type { Person } from '../../../contract/common.ts';
import { formatNumber } from '../../../contract/figures.ts';
import { MOST_CHANGE, overdueOf, owedBy, prepaidOf, unpaidOf } from '../../../contract/sale/allocation.ts';
import type { moneyStepMachine } from '../../../machines/moneyStep/moneyStep.machine.ts';
import { newKey } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { useUser } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { DraftOffer } from '../../ui/form/drafts/DraftOffer.tsx';
import { useDraft } from '../../ui/form/drafts/useDraft.ts';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { Kbd } from '../../ui/small.tsx';
import { WhyFigure } from '../../ui/why/Why.tsx';
import { LateSum } from './LateSum.tsx';
import { MoneyField } from './MoneyField.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { Receipt, wordsOfPaid } from './Receipt.tsx';
import { duesOf, presetsOf, reckon } from './reckoning.ts';
import { isLate } from './strayKeys.ts';

interface DeskViewProps {
  desk: Desk;
  client: Person;
  /** A payment that was put aside and is taken now. */
  draft: number | null;
  /** What is shown is being read again. */
  stale: boolean;
  mayTake: boolean;
  actor: ActorRefFrom<typeof moneyStepMachine>;
}

const KEYS: KeyGroup = {
  space: 'cashbox',
  title: 'keys.title',
  rows: [
    ['keys.tendered', 'F2'],
    ['keys.channel', 'F4'],
    ['keys.proposal', 'F9'],
    ['keys.presets', 'Alt', '1', '2', '3'],
    ['keys.take', 'Ctrl', 'Enter'],
  ],
};

/** Cash unless another way is chosen. */
const chosenWay = (channel: Channel, t: Text) =>
  channel === 'cash' ? {} : { channel: { id: channel, title: t(`channels.${channel}`) } };

/** Why nothing is taken: said at the field whose sum is wrong, else below the button. */
interface Fault {
  field: 'tendered' | 'taken' | null;
  words: string;
}

export function DeskView({ desk, client, draft, stale, mayTake, actor }: DeskViewProps) {
  const t = useText('cashbox');
  const { fullname } = useUser();
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const open = desk.contracts.filter(({ over }) => !over);
  const aside = useCall(cashDocumentShow, { params: { id: draft ?? 0 } }, { enabled: draft !== null }).data?.data;
  const [ticked, setTicked] = useState<readonly number[]>(() => {
    const charged = open.filter(({ charged: handed }) => handed).map(({ id }) => id);
    return charged.length > 0 ? charged : open.map(({ id }) => id);
  });
  const [channel, setChannel] = useState<Channel>('cash');
  const [tendered, setTendered] = useState<number | null>(null);
  const [own, setOwn] = useState<number | null>(null);
  const [account, setAccount] = useState<number | null>(null);
  const given = useRef<HTMLInputElement>(null);
  // a refused payment is written still, though its draft went as it was sent
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal writes it once more
  const written = useMemo(
    () => ({
      fields: { ...(tendered !== null && { tendered }), ...(own !== null && { taken: own }), ...chosenWay(channel, t) },
      base: {},
    }),
    [tendered, own, channel, refusal, t],
  );
  const kept = useDraft({
    place: draft === null && mayTake ? { form: 'payment', of: client.id } : null,
    written,
    onTaken({ fields }) {
      setTendered((fields.tendered as number | undefined) ?? null);
      setOwn((fields.taken as number | undefined) ?? null);
      setChannel((fields.channel as { id: Channel } | undefined)?.id ?? 'cash');
    },
    onStartedOver() {
      setTendered(null);
      setOwn(null);
      setChannel('cash');
    },
  });
  useKeys(KEYS);
  // a client was found: what is given comes next
  useEffect(() => given.current?.focus(), []);

  // what was ticked stays when the book is read again, less what is paid meanwhile
  const mine = ticked.filter((id) => open.some((contract) => contract.id === id));
  const chosen = aside === undefined ? mine : aside.contracts.map(({ id }) => id);
  const by = aside?.channel ?? channel;
  const dues = duesOf(desk);
  const presets = presetsOf(desk, chosen, dues);
  // what is taken follows what is given, up to the most, until it is written by itself
  const taken = aside?.amount ?? own ?? (tendered === null ? null : Math.min(tendered, presets.all));
  const reckoning = taken === null ? null : reckon(desk, chosen, taken);
  // a sum that cannot be taken is promised nowhere
  const possible = reckoning === null ? null : taken;
  const put = tendered ?? taken ?? 0;
  const change = taken === null ? 0 : put - taken;
  const accounts = desk.accounts.filter(({ kind }) => kind === by);
  const at = accounts.find(({ id }) => id === account) ?? accounts[0];
  const more =
    reckoning?.closes && change >= reckoning.closes.more && reckoning.closes.more > 0 ? reckoning.closes : null;

  const isNoDay = mayTake && desk.mine && desk.day === null;
  const fault = faultOf();
  const said = (field: Fault['field']) => (fault !== null && fault.field === field ? fault.words : undefined);
  function faultOf(): Fault | null {
    const of = (field: Fault['field'], words: string): Fault => ({ field, words });
    if (!mayTake) return of(null, t('payment.noRight'));
    if (!desk.mine) return of(null, t('payment.otherDesk', { organization: desk.organization.name }));
    if (isNoDay) return of(null, t('payment.noDay'));
    if (chosen.length === 0) return of(null, t('payment.tickOne'));
    if (presets.all === 0) return of(null, t('payment.nothingOwed'));
    if (at === undefined) return of(null, t('payment.noAccount'));
    if (taken === null) return of(null, t('payment.writeSum'));
    if (tendered !== null && !Number.isInteger(tendered)) return of('tendered', t('payment.whole'));
    if (!Number.isInteger(taken)) return of('taken', t('payment.whole'));
    if (tendered !== null && tendered <= 0) return of('tendered', t('payment.notPositive'));
    if (taken <= 0) return of('taken', t('payment.notPositive'));
    if (taken > presets.all || reckoning === null)
      return of('taken', t('payment.tooMuch', { most: formatNumber(presets.all) }));
    if (change < 0) return of('tendered', t('payment.tooLittle'));
    if (by === 'terminal' && change > 0) return of('tendered', t('payment.noChange'));
    if (change > MOST_CHANGE) return of('tendered', t('payment.changeTooLarge', { most: formatNumber(MOST_CHANGE) }));
    return stale ? of(null, t('payment.reading')) : null;
  }

  const take = (kind: 'pay' | 'putAside') => {
    if (fault !== null || busy || taken === null || at === undefined) return;
    const counted = { tendered: put, mark: desk.mark };
    const body = {
      ...{ client_id: client.id, contract_ids: [...chosen], channel: by, cash_account_id: at.id, amount: taken },
      ...(kind === 'pay' && counted),
    };
    const request = aside === undefined ? { kind, id: null, body } : { kind: 'confirm', id: aside.id, body: counted };
    // what was sent is kept as a step, under its id: nobody is offered to pay it again
    kept.drop();
    actor.send({ type: 'step.take', request, key: newKey() });
  };
  const preset = (sum: number) => {
    setOwn(null);
    setTendered(sum);
  };
  const addMore = () => more !== null && taken !== null && setOwn(taken + more.more);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isLate(event) || event.repeat) return;
      if (event.key === 'Enter' && event.ctrlKey) take('pay');
      else if (event.key === 'F2') given.current?.focus();
      else if (event.key === 'F4') setChannel(by === 'cash' ? 'terminal' : 'cash');
      else if (event.key === 'F9') addMore();
      else if (event.altKey && ['1', '2', '3'].includes(event.key))
        preset([presets.overdue, presets.due, presets.all][Number(event.key) - 1] ?? 0);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  return (
    <div className="desk" data-testid="desk">
      <section className="desk-contracts" aria-label={t('contracts')}>
        <FittingTable>
          <table className="desk-table">
            <thead>
              <tr>
                <th scope="col">{t('contract')}</th>
                <th scope="col" className="end">
                  {t('overdue')}
                </th>
                <th scope="col" className="end">
                  {t('due')}
                </th>
                <th scope="col" className="end">
                  {t('owed')}
                </th>
                <th scope="col" className="end gives">
                  {t('nextDue')}
                </th>
              </tr>
            </thead>
            <tbody>
              {open.map((contract) => {
                const { id, number, charged, debts } = contract;
                const prepaid = prepaidOf(desk, id);
                const { sum, days } = overdueOf(contract, desk.as_of);
                const next = debts.find((one) => one.due > desk.as_of && unpaidOf(one) > 0);
                return (
                  <tr key={id}>
                    <td>
                      <Checkbox
                        checked={chosen.includes(id)}
                        disabled={busy || aside !== undefined}
                        onChange={() =>
                          setTicked(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id])
                        }
                      >
                        <span className="code whole">{number ?? `#${id}`}</span>{' '}
                        {!charged && (
                          <StateChip look="waiting" quiet>
                            {t('notHandedOver')}
                          </StateChip>
                        )}
                        {/* what is there already is taken off what may be taken */}
                        {prepaid > 0 && (
                          <span className="muted"> {t('payment.prepaidFor', { n: formatNumber(prepaid) })}</span>
                        )}
                      </Checkbox>
                    </td>
                    <td className="end">
                      {sum > 0 ? (
                        <WhyFigure figure="overdue" subject="contract" id={id}>
                          <LateSum sum={sum} days={days} />
                        </WhyFigure>
                      ) : (
                        <LateSum sum={sum} days={days} />
                      )}
                    </td>
                    <td className="end num">{formatNumber(dues.get(id) ?? 0)}</td>
                    <td className="end num">
                      {charged ? (
                        <WhyFigure figure="owed" subject="contract" id={id}>
                          {formatNumber(owedBy(contract))}
                        </WhyFigure>
                      ) : (
                        formatNumber(owedBy(contract))
                      )}
                    </td>
                    <td className="end num gives">{next === undefined ? '—' : formatDate(next.due)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </FittingTable>
        {open.length === 0 && <p className="muted desk-none">{t('payment.allPaid')}</p>}
        <PreviewTable reckoning={reckoning} taken={taken ?? 0} day={desk.as_of} />
        {prepaidOf(desk, null) > 0 && (
          <p className="muted desk-note">
            <WhyFigure figure="prepaid" subject="free" id={client.id} organization={desk.organization.id}>
              {t('payment.free', { n: formatNumber(prepaidOf(desk, null)) })}
            </WhyFigure>
          </p>
        )}
      </section>

      <section className="desk-sums" aria-label={t('payment.sums')}>
        <DraftOffer
          draft={kept}
          labels={
            new Map([
              ['tendered', t('tendered')],
              ['taken', t('taken')],
              ['channel', t('channel')],
            ])
          }
        />
        <fieldset className="desk-channel" aria-label={t('channel')}>
          {(['cash', 'terminal'] as const).map((one) => (
            <Button
              key={one}
              active={by === one}
              disabled={busy || aside !== undefined}
              text={t(`channels.${one}`)}
              onClick={() => setChannel(one)}
            />
          ))}
          <span className="muted text-xs">
            <Kbd>F4</Kbd>
          </span>
          {accounts.length > 1 && (
            <select
              className="desk-account"
              aria-label={t('account')}
              value={at?.id}
              onChange={({ target }) => setAccount(Number(target.value))}
            >
              {accounts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </fieldset>
        {aside === undefined && (
          <div className="desk-presets">
            {(['overdue', 'due', 'all'] as const).map((one, place) => (
              <Button key={one} disabled={busy || presets[one] === 0} onClick={() => preset(presets[one])}>
                <span className="text-xs muted">{t(`presets.${one}`)}</span>
                <b className="num">{formatNumber(presets[one])}</b>
                <Kbd>Alt {place + 1}</Kbd>
              </Button>
            ))}
          </div>
        )}
        <MoneyField
          label={t('tendered')}
          hint="F2"
          value={tendered}
          disabled={busy}
          error={said('tendered')}
          onChange={setTendered}
          inputRef={given}
        />
        <MoneyField
          label={t('taken')}
          value={taken}
          disabled={busy || aside !== undefined}
          error={said('taken')}
          onChange={setOwn}
        />
        <p className="payment-change">
          <span>{t('change')}</span>
          <b className="num" data-testid="payment-change">
            {formatNumber(Math.max(0, change))}
          </b>
        </p>
        {more !== null && aside === undefined && (
          <Notice
            tone="info"
            inset
            action={
              <Button size="small" onClick={addMore}>
                +{formatNumber(more.more)} <Kbd>F9</Kbd>
              </Button>
            }
          >
            {t('payment.closes', { n: formatNumber(more.more), contract: more.contract.number ?? '' })}
          </Notice>
        )}
        {at !== undefined && possible !== null && (
          <dl className="desk-drawer">
            <div>
              <dt>{t('payment.inDrawer')}</dt>
              <dd className="num">
                <WhyFigure figure="cash" subject="account" id={at.id}>
                  {formatNumber(at.balance)}
                </WhyFigure>
              </dd>
            </div>
            <div>
              <dt>{t('payment.afterwards')}</dt>
              <dd className="num">
                <b>{formatNumber(at.balance + possible)}</b>
              </dd>
            </div>
          </dl>
        )}
        {isNoDay ? (
          <div id="desk-fault" role={refusal === null ? undefined : 'alert'} data-testid="desk-no-day">
            <Notice tone="bad" inset>
              {t('payment.noDay')}
            </Notice>
          </div>
        ) : (
          refusal !== null && <RefusalNotice refusal={refusal} inset />
        )}
        <div className="desk-act">
          <Button
            fill
            size="large"
            intent="primary"
            loading={busy}
            disabled={fault !== null && !busy}
            aria-describedby={fault?.field === null ? 'desk-fault' : undefined}
            onClick={() => take('pay')}
            data-testid="payment-take"
          >
            {possible === null ? t('payment.take') : t('payment.takeSum', { n: formatNumber(possible) })}{' '}
            <Kbd>Ctrl ↵</Kbd>
          </Button>
          {fault?.field === null && !isNoDay && <Reason id="desk-fault">{fault.words}</Reason>}
          {aside === undefined && (
            <Button
              variant="minimal"
              disabled={busy || fault !== null}
              text={t('draft.putAside')}
              onClick={() => take('putAside')}
            />
          )}
          <p className="muted text-xs">{t('payment.careful')}</p>
        </div>
      </section>

      <aside className="desk-receipt" aria-label={t('receipt.title')}>
        <Receipt
          document={{
            ...{ number: null, type: 'payment', organization: desk.organization, client, channel: by, reason: null },
            ...{ amount: possible ?? 0, tendered: possible === null ? 0 : put, change: Math.max(0, change) },
            practice_day: desk.day,
            ...{ created_at: null, cashier: fullname },
          }}
          lines={(reckoning?.rows ?? [])
            .filter(({ taken: sum }) => sum > 0)
            .map(({ key, contract, instalment, taken: sum }) => ({
              key,
              number: contract.number ?? `#${contract.id}`,
              words: wordsOfPaid(t, instalment),
              amount: sum,
            }))}
        />
      </aside>
    </div>
  );
}
