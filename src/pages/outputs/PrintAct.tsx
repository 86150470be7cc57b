import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import { type ReactElement, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { fileDownload } from '../../../contract/counting/acts.ts';
import type { Output } from '../../../contract/outputs.ts';
import { ApiError, messageOf, requestFile } from '../../api/client.ts';
import { useAllows } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { toastError } from '../../ui/toasts.ts';

async function paperOf(output: Output): Promise<{ paper: ReactElement; done: () => void }> {
  const [{ HandOverAct }, signature] = await Promise.all([
    import('./HandOverAct.tsx'),
    output.signature === null ? null : requestFile(fileDownload, { params: { id: output.signature } }),
  ]);
  const url = signature === null ? null : URL.createObjectURL(signature);
  // a picture that is not decoded yet would be missing on paper
  if (url !== null) await Object.assign(new Image(), { src: url }).decode();
  return {
    paper: <HandOverAct output={output} signature={url} />,
    done: () => {
      if (url !== null) URL.revokeObjectURL(url);
    },
  };
}

/** The list to fetch by, and once the goods have left the act that was signed; in the document only while it is printed. */
export function PrintAct({ output }: { output: Output }) {
  const t = useText('outputs');
  const may = useAllows('product_delivery.print|product_delivery.confirm');
  const [sheet, setSheet] = useState<Awaited<ReturnType<typeof paperOf>> | null>(null);
  useEffect(() => {
    if (sheet === null) return;
    const done = () => setSheet(null);
    document.body.classList.add('prints-output');
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => {
      document.body.classList.remove('prints-output');
      window.removeEventListener('afterprint', done);
      sheet.done();
    };
  }, [sheet]);
  if (!may) return null;
  const print = async () => {
    try {
      setSheet(await paperOf(output));
    } catch (error) {
      const requestId = error instanceof ApiError ? error.requestId : undefined;
      toastError(t('print.failed'), { text: messageOf(error), ...(requestId && { requestId }) });
    }
  };
  return (
    <>
      <Button
        icon={<PrintIcon size={14} />}
        text={t('print.button')}
        onClick={() => void print()}
        data-testid="print"
      />
      {sheet !== null && createPortal(sheet.paper, document.body)}
    </>
  );
}
