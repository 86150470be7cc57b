/** A client by PINFL, document or phone: the answer says what the number was taken for. */
import { Button } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link } from 'wouter';
import { clientFind } from '../../../contract/clients.ts';
import { numberTaken } from '../../../contract/persons.ts';
import { request } from '../../api/client.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { FindByNumber } from '../../ui/person/FindByNumber.tsx';
import { cardPath } from './paths.ts';
import './clients.css';

const find = async (number: string) => (await request(clientFind, { body: { number } })).data;

export function FindClient() {
  const t = useText('directories/client');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<SearchIcon size={14} />}
        text={t('find.open')}
        onClick={() => setOpen(true)}
        data-testid="client-find"
      />
      {open && (
        <FindByNumber
          words={{
            title: t('find.title'),
            act: t('find.act'),
            number: t('find.number'),
            help: t('find.help'),
            wrong: t('find.wrong'),
          }}
          isNumber={(written) => numberTaken(written) !== null}
          find={find}
          onClose={() => setOpen(false)}
          testId="client-find"
        >
          {({ kind, clients }) => (
            <div role="status" className="clients-found" data-testid="clients-found">
              <p>
                {t(clients.length === 0 ? 'find.none' : 'find.found', {
                  kind: t(`find.kind.${kind}`),
                  figure: clients.length,
                })}
              </p>
              <ul>
                {clients.map((one) => (
                  <li key={one.id}>
                    <Link href={cardPath(one.id)}>{one.fullname}</Link>
                    <span className="muted num">{formatDate(one.birth_date)}</span>
                    {!one.active && <span className="muted">{t('directory:archived')}</span>}
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
