/** What was agreed on after the signing of a contract, each to be printed and signed. */

import { contractAddendum } from '../../../contract/sale/addenda.ts';
import type { AddendumInList } from '../../../contract/sale/addendumInList.ts';
import { request } from '../../api/client.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { PrintBoth } from '../../ui/document/PrintBoth.tsx';
import './sale.css';

// texts: addendumPaper kinds.*
export function Addenda({ addenda }: { addenda: readonly AddendumInList[] }) {
  const t = useText('addendumPaper');
  const may = useAllows('contract.print');
  if (addenda.length === 0) return null;
  return (
    <section className="sale-part" aria-label={t('list')} data-testid="addenda">
      <h2>{t('list')}</h2>
      <ul className="sale-guarantors">
        {addenda.map(({ id, contract, number, kind, day }) => (
          <li key={id} className="sale-guarantor">
            <div className="row wrap">
              <span>
                <span className="code">
                  {contract}/{number}
                </span>{' '}
                {t(`kinds.${kind}`)}, {formatDate(day)}
              </span>
              {may && (
                <PrintBoth
                  text={t('print')}
                  make={async (language) => {
                    const [{ AddendumPaper }, answer] = await Promise.all([
                      import('./AddendumPaper.tsx'),
                      request(contractAddendum, { params: { id } }),
                    ]);
                    return <AddendumPaper answer={answer} language={language} />;
                  }}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
