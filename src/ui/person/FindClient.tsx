/** A client by PINFL, document, phone or the number of a contract: the answer says what the number was taken for. */
import type { ReactNode } from 'react';
import { clientFind, clientNumberTaken, type FoundClient } from '../../../contract/clients.ts';
import { request } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { FindByNumber } from './FindByNumber.tsx';
import { Finding } from './Finding.tsx';

const find = async (number: string) => (await request(clientFind, { body: { number } })).data;

interface FindClientProps {
  testId: string;
  /** Of what was found. */
  className: string;
  /** The line of one of them. */
  children: (client: FoundClient, close: () => void) => ReactNode;
}

export function FindClient({ testId, className, children }: FindClientProps) {
  const t = useText('directories/client');
  return (
    <Finding text={t('find.open')} testId={testId}>
      {(close) => (
        <FindByNumber
          words={{
            title: t('find.title'),
            act: t('find.act'),
            number: t('find.number'),
            help: t('find.help'),
            wrong: t('find.wrong'),
          }}
          isNumber={(written) => clientNumberTaken(written) !== null}
          find={find}
          onClose={close}
          testId={testId}
        >
          {({ kind, clients }) => (
            <div role="status" className={className} data-testid={className}>
              <p>
                {t(clients.length === 0 ? 'find.none' : 'find.found', {
                  kind: t(`find.kind.${kind}`),
                  figure: clients.length,
                })}
              </p>
              <ul>
                {clients.map((one) => (
                  <li key={one.id}>{children(one, close)}</li>
                ))}
              </ul>
            </div>
          )}
        </FindByNumber>
      )}
    </Finding>
  );
}
