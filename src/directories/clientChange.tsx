/** Requests to correct a client: what is on the card and what will be, side by side. */
import { Link } from 'wouter';
import { type Changeable, clientChange } from '../../contract/directories/clientChange.ts';
import type { AddendumInList } from '../../contract/sale/addendumInList.ts';
import { directoryPage } from '../directory/page.tsx';
import { AboutRequest, decisionColumn, type RequestFacts } from '../directory/requests.tsx';
import { formatDate, tashkentDay } from '../format/dates.ts';
import { type Text, useText } from '../i18n/index.ts';
import { cardPath } from '../pages/clients/paths.ts';
import { Addenda } from '../pages/sale/Addenda.tsx';
import { contractPath } from '../pages/sale/paths.ts';

interface Change {
  readonly field: Changeable;
  readonly old: string | null;
  readonly now: string;
}
interface About extends RequestFacts {
  readonly changes: readonly Change[];
  readonly contracts: readonly { readonly id: number; readonly number: string }[];
  readonly addenda: readonly AddendumInList[];
}

const DAYS: readonly Changeable[] = ['birth_date', 'issued_on', 'expires_on'];

/** A value in words; numbers come masked. */
function wordsOf(t: Text, field: Changeable, value: string | null): string {
  if (value === null) return t('empty');
  if (field === 'gender') return t(`values.gender.${value}`);
  return DAYS.includes(field) ? formatDate(value) : value;
}

const written = (t: Text, { field, old, now }: Change): string =>
  `${t(`fields.${field}`)}: ${wordsOf(t, field, old)} → ${wordsOf(t, field, now)}`;

/** What is asked for, was done, or was not to be. */
const HEADS: Readonly<Record<string, string>> = {
  approved: 'changed',
  refused: 'wouldChange',
  cancelled: 'wouldChange',
};

// texts: directories/clientChange willChange changed wouldChange
function AboutChange({
  client,
  status,
  changes,
  contracts,
  addenda,
  ...request
}: About & { client: number; status: string }) {
  const t = useText('directories/clientChange');
  return (
    <>
      <h3 className="field-label">{t(HEADS[status] ?? 'willChange')}</h3>
      <dl className="facts" data-testid="client-changes">
        {changes.map(({ field, old, now }) => [
          <dt key={`${field}.name`}>{t(`fields.${field}`)}</dt>,
          <dd key={field}>
            <span className="muted">{wordsOf(t, field, old)}</span> → {wordsOf(t, field, now)}
          </dd>,
        ])}
      </dl>
      <AboutRequest of="clientChange" {...request}>
        <dt>{t('fields.client')}</dt>
        <dd>
          <Link href={cardPath(client)}>{t('card')}</Link>
        </dd>
        <dt>{t('fields.contracts')}</dt>
        <dd>
          {contracts.length === 0
            ? t('noContracts')
            : contracts.map(({ id, number }, at) => [
                at > 0 && ', ',
                <Link key={id} href={contractPath(id)} className="code">
                  {number}
                </Link>,
              ])}
        </dd>
      </AboutRequest>
      <Addenda addenda={addenda} />
    </>
  );
}

export default directoryPage(clientChange, {
  initial: { asked_on: tashkentDay(Date.now()) },
  about: ({ fields, facts }) => (
    <AboutChange
      {...(facts as unknown as About)}
      client={(fields.client as { id: number }).id}
      status={facts.status as string}
    />
  ),
  giveWay: { asked_on: 'less' },
  columns: (t) => [
    {
      key: 'changes',
      title: t('fields.changes'),
      width: '20rem',
      cut: 'lines',
      value: ({ changes }) => changes.map((one) => written(t, one)).join('; '),
      cell: ({ changes }) => (
        <div className="directory-stacked">
          {changes.map((one) => (
            <div key={one.field}>{written(t, one)}</div>
          ))}
        </div>
      ),
    },
    {
      key: 'contracts',
      title: t('fields.contracts'),
      width: '9rem',
      kind: 'code',
      drop: 'least',
      value: ({ contracts }) => contracts.map(({ number }) => number).join(', ') || null,
    },
    decisionColumn(t),
  ],
});
