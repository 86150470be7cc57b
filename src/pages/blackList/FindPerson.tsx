/** Whether a person is on the list, by PINFL or document: what is typed is in no address and no storage (decision 98). */
import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { type BlackListEntry, blackListFind } from '../../../contract/blackList.ts';
import { isPersonalNumber, plainNumber } from '../../../contract/persons.ts';
import { messageOf, request } from '../../api/client.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { Field, TextInput } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { EntryChip } from './EntryChip.tsx';

export function FindPerson({ onOpen, onClose }: { onOpen: (id: number) => void; onClose: () => void }) {
  const t = useText('blackList');
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<readonly BlackListEntry[] | null>(null);

  async function find(): Promise<void> {
    const written = plainNumber(number);
    if (!isPersonalNumber(written)) {
      setFound(null);
      setFault(t('find.wrong'));
      return;
    }
    setBusy(true);
    try {
      setFound((await request(blackListFind, { body: { number: written } })).data);
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  const listed = found?.find((one) => one.in_force);
  return (
    <AskDialog
      title={t('find.title')}
      onClose={onClose}
      onSubmit={() => void find()}
      foot={
        <>
          <Button
            intent="primary"
            type="submit"
            text={t('find.act')}
            loading={busy}
            data-testid="black-list-find-act"
          />
          <Button text={t('common:close')} onClick={onClose} />
        </>
      }
    >
      <Field label={t('find.number')} help={t('find.help')} error={fault}>
        {(wiring) => (
          <TextInput
            {...wiring}
            autoFocus
            autoComplete="off"
            maxLength={20}
            value={number}
            onChange={({ target }) => {
              setNumber(target.value);
              setFault(undefined);
              setFound(null);
            }}
            data-testid="black-list-number"
          />
        )}
      </Field>
      {found !== null && (
        <div role="status" className="black-list-found" data-testid="black-list-found">
          <Notice tone={listed ? 'bad' : 'done'} inset>
            {t(listed ? 'find.listed' : 'find.notListed')}
          </Notice>
          <ul>
            {found.map((one) => (
              <li key={one.id}>
                <button type="button" className="link" onClick={() => onOpen(one.id)}>
                  {one.fullname}
                </button>
                <EntryChip status={one.status} />
                <span className="muted num">
                  {formatDate(one.from)} – {one.to === null ? t('open') : formatDate(one.to)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </AskDialog>
  );
}
