/** Leads from a contract to a new certificate for it. */
import { Link, useLocation } from 'wouter';
import type { ContractDetails } from '../../../contract/sale/contracts.ts';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { useLetterKey } from '../../app/useLetterKey.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { useMayComment } from './useMayComment.ts';

// texts: keys contract.title, contract.certificate
const CERTIFICATE_KEYS: KeyGroup = { space: 'keys', title: 'contract.title', rows: [['contract.certificate', 'M']] };

/** A new certificate for this contract, of goods that were handed over: what it most likely states is chosen. */
export function NewCertificate({
  contract,
}: {
  contract: Pick<ContractDetails, 'id' | 'status' | 'day' | 'organization_id'>;
}) {
  const t = useText('sale');
  const may = useMayComment('payment_certificate.add', contract.organization_id);
  const [, navigate] = useLocation();
  const { id, status, day } = contract;
  const statement = status === 'closed' ? 'paid' : 'debt';
  const path = withQuery(pathOf('paymentCertificate'), {
    ...{ row: 'new', contract_id: id, new_statement: statement, new_as_of: day },
  });
  useKeys(may ? CERTIFICATE_KEYS : null);
  useLetterKey('KeyM', may ? () => navigate(path) : null);
  return (
    may && (
      <Link href={path} className="bp6-button" title="M" data-testid="contract-certificate">
        {t('newCertificate')}
      </Link>
    )
  );
}
