/** Tabs of the card: applications, checked incomes, outputs, certificates, files and history. Each is read when it is opened. */
import { Button, Tab, Tabs } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { clientChecked, clientDocumentFiles } from '../../../contract/clientCard.ts';
import { PAGE_SIZE } from '../../../contract/common.ts';
import { client } from '../../../contract/directories/client.ts';
import { paymentCertificate } from '../../../contract/directories/paymentCertificate.ts';
import { questionnaire } from '../../../contract/directories/questionnaire.ts';
import { EVERY } from '../../../contract/directory/chart.ts';
import { outputIndex } from '../../../contract/outputs.ts';
import { allows } from '../../../contract/rules.ts';
import type { Replayed } from '../../../contract/workflows.ts';
import type { ApiError } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { useAddress } from '../../app/address.ts';
import { useAllows, useUser } from '../../app/session.ts';
import { Files } from '../../document/Files.tsx';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { FileLink } from '../../ui/files/FileLink.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import type { Look } from '../../ui/look.ts';
import { RecordHistory } from '../../ui/record/RecordHistory.tsx';
import type { PaneActor } from '../../ui/record/useRecordPane.ts';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { outputLook } from '../outputs/looks.ts';
import { documentPath } from '../workflows/addresses.ts';
import { clientPane, MaskedReason } from './clientPane.tsx';

interface Of {
  id: number;
  actor: PaneActor;
}

const query = (id: number) => ({ client_id: id, per_page: PAGE_SIZE, part: 'rows' }) as const;

interface ListedProps<Row> {
  read: UseQueryResult<{ data: readonly Row[] }, ApiError>;
  nothing: string;
  failed: string;
  /** What leads to the rest, where there is more. */
  more?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** Rows of one part: being read, not read, none, or some. */
function Listed<Row extends { id: number }>({ read, nothing, failed, more, children }: ListedProps<Row>) {
  if (read.error) return <Failed title={failed} error={read.error} onRetry={() => void read.refetch()} />;
  if (read.data === undefined) return <SkeletonRows rows={4} columns={[3, 1]} />;
  if (read.data.data.length === 0) return <p className="muted">{nothing}</p>;
  return (
    <>
      <ul className="client-openings">
        {read.data.data.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      {more}
    </>
  );
}

interface DocumentProps {
  path: string;
  number: string;
  look: Look;
  /** Its state in words. */
  state: string;
  children: ReactNode;
}

/** A document by its number, with what is to be said of it and its state. */
const Document = ({ path, number, look, state, children }: DocumentProps) => (
  <>
    <span>
      <Link href={path} className="code whole">
        {number}
      </Link>{' '}
      {children}
    </span>
    <StateChip look={look} quiet>
      {state}
    </StateChip>
  </>
);

/** What was decided about each, and up to when the limit holds. */
function Applications({ id }: Of) {
  const t = useText('directories/client');
  const tm = useText('machines/questionnaire');
  const mayAdd = useAllows('questionnaire.add');
  const read = useCall(questionnaire.calls.index, { query: { ...query(id), status: EVERY } }, FRESH);
  const words = { nothing: t('card.noApplications'), failed: t('card.applicationsFailed') };
  const more = read.data?.meta.next && (
    <Link href={withQuery(pathOf('questionnaires'), { client_id: id, status: EVERY })}>{t('card.all')}</Link>
  );
  return (
    <>
      {mayAdd && <NewApplication id={id} />}
      <Listed read={read} {...words} more={more}>
        {(one) => (
          <Document
            path={withQuery(pathOf('questionnaires'), { row: one.id })}
            number={one.number ?? `#${one.id}`}
            look={questionnaire.spec.chart?.states[one.status ?? ''] as Look}
            state={tm(`states.${one.status}.name`)}
          >
            {t('card.asked', { goods: formatNumber(one.goods), term: one.term })}
            {one.score !== null && `, ${t('card.score', { score: formatNumber(one.score) })}`}
            {one.credit_limit !== null && one.valid_until !== null && (
              <>
                {', '}
                <b>{t('card.limit', { limit: formatNumber(one.credit_limit), until: formatDate(one.valid_until) })}</b>
              </>
            )}
          </Document>
        )}
      </Listed>
    </>
  );
}

/** Leads to a new one with the client in it. */
function NewApplication({ id }: { id: number }) {
  const t = useText('directories/client');
  const [, navigate] = useLocation();
  return (
    <Button
      icon={<PlusIcon size={14} />}
      text={t('card.newApplication')}
      onClick={() => navigate(withQuery(pathOf('questionnaires'), { client_id: id, row: 'new' }))}
      data-testid="client-new-application"
    />
  );
}

function Incomes({ id }: Of) {
  const t = useText('directories/client');
  const ti = useText('directories/clientIncome');
  const read = useCall(clientChecked, { params: { id } }, FRESH);
  return (
    <Listed read={read} nothing={t('card.noIncomes')} failed={t('card.incomesFailed')}>
      {(one) => (
        <>
          <span>
            <Link href={withQuery(pathOf('revenues'), { row: one.id })}>{ti(`values.source.${one.source}`)}</Link>,{' '}
            <span className="num">{formatDate(one.month).slice(3)}</span>
          </span>
          {one.amount === null ? (
            <span className="muted">{t('card.hiddenSum')}</span>
          ) : (
            <b className="num">{formatNumber(one.amount)}</b>
          )}
        </>
      )}
    </Listed>
  );
}

function Outputs({ id }: Of) {
  const t = useText('directories/client');
  const tm = useText('machines/output');
  const read = useCall(outputIndex, { query: query(id) }, FRESH);
  return (
    <Listed read={read} nothing={t('card.noOutputs')} failed={t('card.outputsFailed')}>
      {(one) => (
        <Document
          path={withQuery(pathOf('outputWindow'), { id: one.id })}
          number={one.number}
          look={outputLook(one.status)}
          state={tm(`states.${one.status}.name`)}
        >
          {t('card.ofContract', { number: one.contract.number ?? `#${one.contract.id}`, units: one.units })}
          {one.handed_at !== null && (
            <>
              , <span className="num">{formatDateTime(one.handed_at)}</span>
            </>
          )}
        </Document>
      )}
    </Listed>
  );
}

function Certificates({ id }: Of) {
  const t = useText('directories/client');
  const tc = useText('directories/paymentCertificate');
  const tm = useText('machines/paymentCertificate');
  const read = useCall(paymentCertificate.calls.index, { query: { ...query(id), status: EVERY } }, FRESH);
  const more = read.data?.meta.next && (
    <Link href={withQuery(pathOf('paymentCertificate'), { client_id: id, status: EVERY })}>{t('card.all')}</Link>
  );
  return (
    <Listed read={read} nothing={t('card.noCertificates')} failed={t('card.certificatesFailed')} more={more}>
      {(one) => (
        <Document
          path={withQuery(pathOf('paymentCertificate'), { row: one.id })}
          number={one.number ?? `#${one.id}`}
          look={paymentCertificate.spec.chart?.states[one.status ?? ''] as Look}
          state={tm(`states.${one.status}.name`)}
        >
          {tc(`values.statement.${one.statement}`)}, <span className="num">{formatDate(one.as_of)}</span>
        </Document>
      )}
    </Listed>
  );
}

/** Files of the card itself, which those who write in cards add, and those of the client's documents. */
function CardFiles({ id }: Of) {
  const t = useText('directories/client');
  const mayWrite = useAllows('client.add|client.edit');
  const card = useCall(client.calls.show, { params: { id } });
  const read = useCall(client.attached.files, { params: { id } }, FRESH);
  const words = { title: t('card.filesFailed'), onRetry: () => void read.refetch() };
  return (
    <>
      {read.error ? (
        <Failed {...words} error={read.error} />
      ) : read.data === undefined ? (
        <SkeletonRows rows={2} columns={[3, 1]} />
      ) : (
        <Files calls={client.attached} id={id} files={read.data.data} mayWrite={mayWrite} />
      )}
      {card.data !== undefined && <MaskedReason {...card.data.data} />}
      <h2>{t('card.documentFiles')}</h2>
      <DocumentFiles id={id} />
    </>
  );
}

function DocumentFiles({ id }: Pick<Of, 'id'>) {
  const t = useText('directories/client');
  const read = useCall(clientDocumentFiles, { params: { id } }, FRESH);
  return (
    <Listed read={read} nothing={t('card.noFiles')} failed={t('card.filesFailed')}>
      {({ document, ...file }) => {
        const path = documentPath(document.machine as Replayed, { id: document.id, kind: null });
        const name = `${document.kind} ${document.number ?? `#${document.id}`}`;
        return (
          <>
            <span>
              <FileLink file={file} /> {path === null ? name : <Link href={path}>{name}</Link>}
            </span>
            <span className="muted num">{formatDateTime(file.created_at)}</span>
          </>
        );
      }}
    </Listed>
  );
}

function History({ id, actor }: Of) {
  const { words } = clientPane.useParts(actor);
  return <RecordHistory history={clientPane.calls.directory.useHistory} id={id} words={words} />;
}

interface Part {
  key: string;
  /** The rule of the page that the part is from. */
  rule: string;
  Panel: ComponentType<Of>;
}

// texts: directories/client card.tabs.applications, card.tabs.incomes, card.tabs.outputs, card.tabs.certificates
// texts: directories/client card.tabs.files, card.tabs.history
const PARTS: readonly Part[] = [
  { key: 'applications', rule: 'questionnaire.show|questionnaire.allshow', Panel: Applications },
  { key: 'incomes', rule: 'incomes.show', Panel: Incomes },
  { key: 'outputs', rule: 'product_delivery.show|product_delivery.allshow', Panel: Outputs },
  { key: 'certificates', rule: 'payment_certificate.show|payment_certificate.allshow', Panel: Certificates },
  { key: 'files', rule: 'client.show', Panel: CardFiles },
  { key: 'history', rule: 'client.show', Panel: History },
];

/** The parts that the person may see; which one is open stays in the address. */
export default function Parts(of: Of) {
  const t = useText('directories/client');
  const { rules } = useUser();
  const [params, setAddress] = useAddress();
  const parts = PARTS.filter(({ rule }) => allows(rules, rule));
  const open = parts.find(({ key }) => key === params.get('part')) ?? parts[0];
  if (open === undefined) return null;
  return (
    <section className="client-parts" aria-label={t('card.parts')} data-testid="client-parts">
      <Tabs
        id="client-parts"
        selectedTabId={open.key}
        onChange={(key) => setAddress({ part: key === parts[0]?.key ? null : String(key) })}
        renderActiveTabPanelOnly
      >
        {parts.map(({ key, Panel }) => (
          <Tab key={key} id={key} title={t(`card.tabs.${key}`)} panel={<Panel {...of} />} />
        ))}
      </Tabs>
    </section>
  );
}
