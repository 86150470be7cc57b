/** Prints a certificate in one of both languages, whatever the page is read in. */
import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { certificateForm } from '../../../contract/sale/certificates.ts';
import { request } from '../../api/client.ts';
import { useAllows } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { usePaper } from '../../ui/document/usePaper.tsx';

export function PrintCertificate({ id }: { id: number }) {
  const t = useText('directories/paymentCertificate');
  const may = useAllows('payment_certificate.print');
  const { print, sheet } = usePaper('prints-document', t('printFailed'));
  if (!may) return null;
  const printIn = (language: 'uz' | 'ru') =>
    void print(async () => {
      const [{ CertificatePaper }, answer] = await Promise.all([
        import('./CertificatePaper.tsx'),
        request(certificateForm, { params: { id } }),
      ]);
      return <CertificatePaper answer={answer} language={language} />;
    });
  return (
    <>
      <Button icon={<PrintIcon size={14} />} text={t('printUz')} onClick={() => printIn('uz')} data-testid="print-uz" />
      <Button text={t('printRu')} onClick={() => printIn('ru')} data-testid="print-ru" />
      {sheet}
    </>
  );
}
