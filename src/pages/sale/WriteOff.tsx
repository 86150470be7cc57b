/** A debt that was given up, or that may be: what it waits for, and the way to do it. */
import { Button } from '@blueprintjs/core';
import { lazy, Suspense, useState } from 'react';
import type { ContractDetails } from '../../../contract/sale/contracts.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { FileLink } from '../../ui/files/FileLink.tsx';
import { Notice } from '../../ui/Notice.tsx';

const WriteOffDialog = lazy(() => import('./WriteOffDialog.tsx'));

export function WriteOff({ contract }: { contract: ContractDetails }) {
  const t = useText('sale');
  const [asked, setAsked] = useState(false);
  const { write_off: given } = contract;
  if (given === null) return null;
  if (given.state === 'done')
    return (
      <Notice tone="info">
        {t('writeOff.done', { day: formatDate(contract.written_off_on ?? ''), sum: formatNumber(given.amount) })}{' '}
        {given.reason} <FileLink file={given.file} />
      </Notice>
    );
  if (given.state === 'undecided')
    return <Notice tone="waiting">{t('writeOff.undecided', { years: formatNumber(given.years) })}</Notice>;
  return (
    <Notice tone="waiting">
      {t('writeOff.ready', { years: formatNumber(given.years) })}{' '}
      <Button
        variant="minimal"
        text={t('writeOff.open')}
        onClick={() => setAsked(true)}
        data-testid="contract-write-off"
      />
      {asked && (
        <Suspense>
          <WriteOffDialog contract={contract} clientOwed={given.client_owed} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </Notice>
  );
}
