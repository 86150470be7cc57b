/** A person by a whole number: what is typed is sent by POST, and is in no address and no storage (decision 98). */
import { Button } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { AskDialog } from '../AskDialog.tsx';
import { Field, TextInput } from '../Field.tsx';

interface FindByNumberProps<Found> {
  words: { title: string; act: string; number: string; help: string; wrong: string };
  isNumber: (written: string) => boolean;
  find: (written: string) => Promise<Found>;
  /** What was found, or that there is nothing. */
  children: (found: Found) => ReactNode;
  onClose: () => void;
  testId: string;
}

export function FindByNumber<Found>({ words, isNumber, find, children, onClose, testId }: FindByNumberProps<Found>) {
  const t = useText('common');
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<{ data: Found } | null>(null);

  async function search(): Promise<void> {
    if (!isNumber(number)) {
      setFound(null);
      setFault(words.wrong);
      return;
    }
    setBusy(true);
    try {
      setFound({ data: await find(number) });
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <AskDialog
      title={words.title}
      onClose={onClose}
      onSubmit={() => void search()}
      foot={
        <>
          <Button intent="primary" type="submit" text={words.act} loading={busy} data-testid={`${testId}-act`} />
          <Button text={t('close')} onClick={onClose} />
        </>
      }
    >
      <Field label={words.number} help={words.help} error={fault}>
        {(wiring) => (
          <TextInput
            {...wiring}
            autoFocus
            autoComplete="off"
            maxLength={30}
            value={number}
            onChange={({ target }) => {
              setNumber(target.value);
              setFault(undefined);
              setFound(null);
            }}
            data-testid={`${testId}-number`}
          />
        )}
      </Field>
      {found !== null && children(found.data)}
    </AskDialog>
  );
}
