/** Prints a certificate in one of both languages. */
import { certificateForm } from '../../../contract/sale/certificates.ts';
import { request } from '../../api/client.ts';
import { useAllows } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { PrintBoth } from '../../ui/document/PrintBoth.tsx';

export function PrintCertificate({ id }: { id: number }) {
  const t = useText('directories/paymentCertificate');
  const may = useAllows('payment_certificate.print');
  if (!may) return null;
  return (
    <PrintBoth
      main
      text={t('print')}
      make={async (language) => {
        const [{ CertificatePaper }, answer] = await Promise.all([
          import('./CertificatePaper.tsx'),
          request(certificateForm, { params: { id } }),
        ]);
        return <CertificatePaper answer={answer} language={language} />;
      }}
    />
  );
}
