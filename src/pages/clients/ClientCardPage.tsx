/** What is known of one client. That it was opened is kept by the server; numbers are masked but for who may see them. */
import { Button } from '@blueprintjs/core';
import { EditIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { clientOpenings } from '../../../contract/clients.ts';
import { appeal } from '../../../contract/directories/appeal.ts';
import { client } from '../../../contract/directories/client.ts';
import type { OpenedRow } from '../../../contract/directory/directory.ts';
import { ageOn } from '../../../contract/persons.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { ImageCell } from '../../directory/image.tsx';
import { formatDate, formatDateTime, tashkentDay } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { phoneWritten } from '../../ui/form/fields.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import type { Look } from '../../ui/look.ts';
import { FRESH, useRecordPane } from '../../ui/record/useRecordPane.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { Why } from '../../ui/why/Why.tsx';
import { clientPane, ListedNotice, MaskedReason } from './clientPane.tsx';
import { Identity } from './Identity.tsx';
import { Money } from './Money.tsx';
import Parts from './Parts.tsx';
import { Sales } from './Sales.tsx';
import './clients.css';

const { machine, Pane } = clientPane;

type Card = OpenedRow<typeof client>;

export default function ClientCardPage() {
  const t = useText('directories/client');
  const [params] = useAddress();
  const id = numberIn(params, 'id');
  const sees = useAllows('client.show');
  return id === null ? (
    <Empty kind="notFound" title={t('card.none')} text={t('card.noneText')}>
      {sees && <Link href={pathOf('clients')}>{t('card.list')}</Link>}
    </Empty>
  ) : (
    <ReadCard key={id} id={id} />
  );
}

function ReadCard({ id }: { id: number }) {
  const t = useText('directories/client');
  const td = useText('directory');
  const read = useCall(client.calls.show, { params: { id } }, FRESH);
  const card = read.data?.data;
  const actor = useRecordPane({ machine });
  const fullname = card?.fullname;
  const isOpen = useSelector(actor, ({ context }) => context.place !== null);
  usePageTitle(fullname ?? t('card.title'));
  if (card === undefined)
    return read.error ? (
      <Failed title={t('card.failed')} error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <SkeletonRows rows={12} columns={[2, 3, 1]} />
    );
  const edit = () => actor.send({ type: 'pane.open', place: { id } });
  return (
    <div className="sheet-body">
      <div className="client-card" data-testid="client-card">
        <header>
          <div>
            {!card.active && <StateChip look="off">{td('archived')}</StateChip>}
            {card.listed !== null && <ListedNotice listed={card.listed} />}
            <MaskedReason {...card} />
          </div>
          {card.allowed_events.includes('record.update') && !isOpen && (
            <Button icon={<EditIcon size={14} />} text={t('card.edit')} onClick={edit} data-testid="client-edit" />
          )}
        </header>
        <Money id={id} />
        <Parts id={id} actor={actor} />
        <section>
          <Person card={card} />
          <Documents documents={card.documents} />
          <Identity id={id} />
        </section>
        <section>
          <Phones phones={card.phones} />
          <Address card={card} kind="" />
          <Address card={card} kind="actual_" />
          <Work card={card} />
        </section>
        <section>
          {card.photo !== null && <ImageCell image={card.photo} />}
          {card.note !== null && (
            <>
              <h2>{t('fields.note')}</h2>
              <p>{card.note}</p>
            </>
          )}
          <Sales id={id} />
          <Appeals id={id} />
          <Openings id={id} />
        </section>
      </div>
      <Pane actor={actor} />
      {!isOpen && <Why />}
    </div>
  );
}

function Person({ card }: { card: Card }) {
  const t = useText('directories/client');
  return (
    <>
      <h2>{t('sections.pinfl.title')}</h2>
      <dl className="facts">
        <dt>{t('fields.fullname')}</dt>
        <dd>{card.fullname}</dd>
        <dt>{t('fields.pinfl')}</dt>
        <dd className="code">{card.pinfl ?? '—'}</dd>
        <dt>{t('fields.birth_date')}</dt>
        <dd>
          <span className="num">{formatDate(card.birth_date)}</span>,{' '}
          {t('card.age', { figure: ageOn(card.birth_date, tashkentDay(Date.now())) })}
        </dd>
        <dt>{t('fields.gender')}</dt>
        <dd>{t(`values.gender.${card.gender}`)}</dd>
      </dl>
    </>
  );
}

function Documents({ documents }: Pick<Card, 'documents'>) {
  const t = useText('directories/client');
  return (
    <>
      <h2>{t('fields.documents')}</h2>
      {documents.length === 0 && <p className="muted">{t('card.noDocuments')}</p>}
      {documents.map((one) => (
        <dl key={one.id} className="facts">
          <dt>{t('lines.documents.fields.number')}</dt>
          <dd className="code">{one.number}</dd>
          <dt>{t('lines.documents.fields.issued_by')}</dt>
          <dd>{one.issued_by ?? '—'}</dd>
          <dt>{t('lines.documents.fields.issued_on')}</dt>
          <dd className="num">{one.issued_on === null ? '—' : formatDate(one.issued_on)}</dd>
          <dt>{t('lines.documents.fields.expires_on')}</dt>
          <dd className="num">{one.expires_on === null ? '—' : formatDate(one.expires_on)}</dd>
        </dl>
      ))}
    </>
  );
}

function Phones({ phones }: Pick<Card, 'phones'>) {
  const t = useText('directories/client');
  return (
    <>
      <h2>{t('fields.phones')}</h2>
      <dl className="facts">
        {phones
          .filter(({ active }) => active)
          .map((one) => [
            <dt key={`${one.id}.owner`}>
              {t(`lines.phones.values.owner.${one.owner}`)}
              {one.relation !== null && `, ${one.relation}`}
            </dt>,
            <dd key={one.id} className="code">
              {one.phone.includes('*') ? one.phone : phoneWritten(one.phone)}
            </dd>,
          ])}
      </dl>
    </>
  );
}

function Address({ card, kind }: { card: Card; kind: '' | 'actual_' }) {
  const t = useText('directories/client');
  const region = card[`${kind}region`];
  if (region === null && kind !== '') return null;
  const parts = [region?.title, card[`${kind}village`]?.title, card[`${kind}street`], card[`${kind}landmark`]];
  const written = parts.filter((part) => part).join(', ');
  return (
    <>
      <h2>{t(`sections.${kind}region.title`)}</h2>
      <p className={written === '' ? 'muted' : undefined}>{written || t('card.noAddress')}</p>
    </>
  );
}

function Work({ card }: { card: Card }) {
  const t = useText('directories/client');
  if (card.workplace === null)
    return (
      <>
        <h2>{t('sections.workplace.title')}</h2>
        <p className="muted">{t('card.noWork')}</p>
      </>
    );
  return (
    <>
      <h2>{t('sections.workplace.title')}</h2>
      <dl className="facts">
        <dt>{t('fields.workplace')}</dt>
        <dd>{card.workplace.title}</dd>
        <dt>{t('fields.position')}</dt>
        <dd>{card.position ?? '—'}</dd>
        <dt>{t('fields.works_since')}</dt>
        <dd className="num">{card.works_since === null ? '—' : formatDate(card.works_since)}</dd>
        {card.salary !== null && (
          <>
            <dt>{t('fields.salary')}</dt>
            <dd className="num">{formatNumber(card.salary)}</dd>
          </>
        )}
        <dt>{t('fields.payday')}</dt>
        <dd className="num">{card.payday ?? '—'}</dd>
      </dl>
    </>
  );
}

/** The client's appeals, the newest first, for who may see them. */
function Appeals({ id }: { id: number }) {
  const t = useText('directories/client');
  const tm = useText('machines/appeal');
  const may = useAllows('client_appeal.show|client_appeal.allshow');
  const query = { client_id: id, per_page: 15 as const, part: 'rows' as const };
  const read = useCall(appeal.calls.index, { query }, { ...FRESH, enabled: may });
  if (!may) return null;
  return (
    <>
      <h2>{t('card.appeals')}</h2>
      {read.error && <Failed title={t('card.appealsFailed')} error={read.error} onRetry={() => void read.refetch()} />}
      {read.data?.data.length === 0 && <p className="muted">{t('card.noAppeals')}</p>}
      <ul className="client-openings" data-testid="client-appeals">
        {read.data?.data.map((one) => (
          <li key={one.id}>
            <span>
              <Link href={withQuery(pathOf('appeals'), { row: one.id })} className="code">
                {one.number}
              </Link>{' '}
              {one.kind.title}
            </span>
            <StateChip look={appeal.spec.chart?.states[one.status ?? ''] as Look} quiet>
              {tm(`states.${one.status}.name`)}
            </StateChip>
          </li>
        ))}
      </ul>
      {read.data?.meta.more && (
        <Link href={withQuery(pathOf('appeals'), { client_id: id })}>{t('card.allAppeals')}</Link>
      )}
    </>
  );
}

/** Who opened the card. */
function Openings({ id }: { id: number }) {
  const t = useText('directories/client');
  const read = useCall(clientOpenings, { params: { id } }, FRESH);
  return (
    <>
      <h2>{t('card.openings')}</h2>
      {read.error && <Failed title={t('card.openingsFailed')} error={read.error} onRetry={() => void read.refetch()} />}
      <ul className="client-openings" data-testid="client-openings">
        {read.data?.data.map((one) => (
          <li key={one.id}>
            <span>{one.user.fullname}</span>
            <span className="muted num">{formatDateTime(one.at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
