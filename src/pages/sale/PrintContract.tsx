/** Prints a contract in one of both languages, whatever the page is read in. */
import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { contractForm } from '../../../contract/sale/contracts.ts';
import { request } from '../../api/client.ts';
import { useAllows } from '../../app/session.ts';
import { usePrintKey } from '../../app/usePrintKey.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { usePaper } from '../../ui/document/usePaper.tsx';

export function PrintContract({ id }: { id: number }) {
  const t = useText('sale');
  const may = useAllows('contract.print');
  const { print, sheet } = usePaper('prints-document', t('printFailed'));
  const reader = useLanguage();
  const printIn = (language: 'uz' | 'ru') =>
    void print(async () => {
      const [{ ContractPaper }, form] = await Promise.all([
        import('./ContractPaper.tsx'),
        request(contractForm, { params: { id } }),
      ]);
      return <ContractPaper form={form} language={language} />;
    });
  usePrintKey(may ? () => printIn(reader) : null);
  if (!may) return null;
  return (
    <>
      <Button icon={<PrintIcon size={14} />} text={t('printUz')} onClick={() => printIn('uz')} data-testid="print-uz" />
      <Button text={t('printRu')} onClick={() => printIn('ru')} data-testid="print-ru" />
      {sheet}
    </>
  );
}
