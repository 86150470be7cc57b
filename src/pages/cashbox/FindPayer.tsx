/** A client by PINFL, document or phone, for the desk: what is typed is sent by POST (decision 98). */
import { Button } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { clientFind } from '../../../contract/clients.ts';
import { numberTaken } from '../../../contract/persons.ts';
import { request } from '../../api/client.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { FindByNumber } from '../../ui/person/FindByNumber.tsx';

const find = async (number: string) => (await request(clientFind, { body: { number } })).data;

export function FindPayer({ onFound }: { onFound: (client: number) => void }) {
  const t = useText('directories/client');
  const mayFind = useAllows('client.show');
  const [open, setOpen] = useState(false);
  if (!mayFind) return null;
  return (
    <>
      <Button
        icon={<SearchIcon size={14} />}
        text={t('find.open')}
        onClick={() => setOpen(true)}
        data-testid="payer-find"
      />
      {open && (
        <FindByNumber
          words={{
            ...{ title: t('find.title'), act: t('find.act'), number: t('find.number') },
            ...{ help: t('find.help'), wrong: t('find.wrong') },
          }}
          isNumber={(written) => numberTaken(written) !== null}
          find={find}
          onClose={() => setOpen(false)}
          testId="payer-find"
        >
          {({ kind, clients }) => (
            <div role="status" className="payers-found">
              <p>
                {t(clients.length === 0 ? 'find.none' : 'find.found', {
                  ...{ kind: t(`find.kind.${kind}`), figure: clients.length },
                })}
              </p>
              <ul>
                {clients.map(({ id, fullname, birth_date }) => (
                  <li key={id}>
                    <Button
                      variant="minimal"
                      text={fullname}
                      onClick={() => {
                        setOpen(false);
                        onFound(id);
                      }}
                    />
                    <span className="muted num">{formatDate(birth_date)}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </FindByNumber>
      )}
    </>
  );
}
