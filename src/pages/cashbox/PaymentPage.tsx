/**
 * The payment window: a client's contracts, what is put on the counter, where each soʻm goes, the change, the receipt. What is
 * shown is reckoned by the rules from the client's book; the server refuses it when the book has moved.
 */
import { Button } from '@blueprintjs/core';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { Link } from 'wouter';
import { clientDesk, type Desk } from '../../../contract/cashDocuments.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { inspect } from '../../app/inspect.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows, useUser } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { Why } from '../../ui/why/Why.tsx';
import { DeskView } from './DeskView.tsx';
import { FindPayer } from './FindPayer.tsx';
import { keptStep, moneyStepOf } from './moneyStep.ts';
import { useStrayKeys } from './strayKeys.ts';
import { TakenView } from './TakenView.tsx';
import './cashbox.css';

export default function PaymentPage() {
  const t = useText('cashbox');
  usePageTitle(t('payment.title'), { crumbs: [{ title: t('clients.title'), path: pathOf('cashboxClients') }] });
  useStrayKeys();
  const { id: user } = useUser();
  const [params, setAddress] = useAddress();
  const client = numberIn(params, 'client');
  const draft = numberIn(params, 'draft');
  const mayTake = useAllows('cashbox.add');
  const machine = useMemo(() => moneyStepOf(user), [user]);
  const actor = useActorRef(machine, { inspect });
  const state = useSelector(actor, (snapshot) => snapshot);
  useEffect(() => {
    const kept = keptStep(user);
    if (kept !== null) actor.send({ type: 'step.found', request: kept.request, key: kept.key });
  }, [actor, user]);
  const choose = (id: number | null) => setAddress({ client: id, draft: null });
  const { answer } = state.context;
  if (state.hasTag('unknown')) return <Unknown onAsk={() => actor.send({ type: 'step.ask' })} />;
  if (state.hasTag('done') && answer !== null)
    return (
      <TakenView
        answer={answer}
        onNext={() => {
          actor.send({ type: 'step.next' });
          choose(null);
        }}
        onSame={() => actor.send({ type: 'step.next' })}
      />
    );
  return (
    <div className="sheet-body">
      <div className="payment">
        <div className="payment-find">
          <FindPayer onFound={choose} />
          <Link href={pathOf('cashboxClients')} className="bp6-button">
            {t('payment.list')}
          </Link>
        </div>
        {client === null ? (
          <Empty kind="nothing" title={t('payment.choose')} text={t('payment.chooseText')} />
        ) : (
          <OfClient key={client} client={client} draft={draft} mayTake={mayTake} actor={actor} />
        )}
      </div>
      <Why />
    </div>
  );
}

interface OfClientProps {
  client: number;
  draft: number | null;
  mayTake: boolean;
  actor: Parameters<typeof DeskView>[0]['actor'];
}

function OfClient({ client, draft, mayTake, actor }: OfClientProps) {
  const t = useText('cashbox');
  const [params, setAddress] = useAddress();
  const read = useCall(clientDesk, { query: { client_id: client } }, FRESH);
  if (read.data === undefined)
    return read.error ? (
      <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <SkeletonRows rows={6} columns={[2, 1, 1]} />
    );
  const { client: payer, desks } = read.data.data;
  const shown: Desk | undefined =
    desks.find(({ organization }) => organization.id === numberIn(params, 'desk')) ?? desks[0];
  return (
    <>
      <header className="payment-client">
        <h2>{payer.fullname}</h2>
        {desks.length > 1 &&
          desks.map(({ organization }) => (
            <Button
              key={organization.id}
              size="small"
              active={organization.id === shown?.organization.id}
              text={organization.name}
              onClick={() => setAddress({ desk: organization.id })}
            />
          ))}
      </header>
      {shown === undefined ? (
        <Empty kind="nothing" title={t('payment.noContracts')} text={t('payment.noContractsText')} />
      ) : (
        <DeskView
          key={shown.organization.id}
          desk={shown}
          client={payer}
          draft={draft}
          stale={read.isFetching}
          mayTake={mayTake}
          actor={actor}
        />
      )}
    </>
  );
}

/** It was sent and no answer came: nothing else is taken until it is known. */
function Unknown({ onAsk }: { onAsk: () => void }) {
  const t = useText('cashbox');
  return (
    <div className="payment-unknown" role="alert" data-testid="payment-unknown">
      <Notice tone="offline" inset>
        <b>{t('payment.unknown')}</b> {t('payment.unknownText')}
      </Notice>
      <Button
        intent="primary"
        size="large"
        text={t('payment.ask')}
        onClick={onAsk}
        autoFocus
        data-testid="payment-ask"
      />
    </div>
  );
}
