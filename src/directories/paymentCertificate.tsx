/** Certificates for clients: made out for a contract, printed in both languages with the seal. */
import { Link } from 'wouter';
import { paymentCertificate } from '../../contract/directories/paymentCertificate.ts';
import { contractShow } from '../../contract/sale/contracts.ts';
import { useCall } from '../api/queries.ts';
import { documentPage } from '../document/page.tsx';
import { formatDate, tashkentDay } from '../format/dates.ts';
import { PrintCertificate } from '../pages/sale/PrintCertificate.tsx';
import { contractPath } from '../pages/sale/paths.ts';
import { Notice } from '../ui/Notice.tsx';

/** As the choice of contracts names it. */
function useContractTitle(id: number): string | undefined {
  const { data } = useCall(contractShow, { params: { id } });
  return data && `${data.data.number ?? `#${id}`}, ${data.data.client}`;
}

export default documentPage(paymentCertificate, {
  initial: { as_of: tashkentDay(Date.now()) },
  ofAddress: { contract: useContractTitle, statement: 'written', as_of: 'written' },
  giveWay: { as_of: 'less', owed: 'less' },
  printsItself: true,
  windowActs: ({ id, fields, facts }, t) => (
    <>
      <Link className="bp6-button" href={contractPath((fields.contract as { id: number }).id)}>
        {t('contractLink')}
      </Link>
      {facts.status !== 'draft' && <PrintCertificate id={id} />}
    </>
  ),
  parts: ({ fields, facts }, t) =>
    facts.status === 'annulled' && (
      <Notice tone="bad" inset>
        {t('annulled', {
          day: formatDate(String(fields.annulled_on)),
          number: String(fields.annulled_by),
        })}
      </Notice>
    ),
});
