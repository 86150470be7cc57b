/** Two people changed the same thing: mine and theirs by field, and the person chooses each. */
import { Button, Radio } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { useUser } from '../../../app/session.ts';
import { formatTime } from '../../../format/dates.ts';
import { useText } from '../../../i18n/index.ts';
import { AskDialog } from '../../../ui/AskDialog.tsx';

export type Side = 'mine' | 'theirs';

export interface ConflictField<Key extends string> {
  key: Key;
  field: string;
  mine: ReactNode;
  theirs: ReactNode;
}

export interface FieldConflictProps<Key extends string> {
  title: string;
  by: string | null;
  at: string | null;
  /** Both changed them: the person chooses. */
  fields: readonly ConflictField<Key>[];
  /** Changed by one of the two only: the side whose value is kept; `null`: decided with another field. */
  settled: readonly (ConflictField<Key> & { side: Side | null })[];
  onSave: (sides: Readonly<Record<string, Side>>) => void;
  onTheirs: () => void;
}

export function FieldConflict<Key extends string>(props: FieldConflictProps<Key>) {
  const { title, by, at, fields, settled, onSave, onTheirs } = props;
  const t = useText('invoice');
  const me = useUser();
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = (key: Key): Side => sides[key] ?? 'mine';
  const side = (key: Key, one: Side, words: ReactNode, name: string) => (
    <td>
      <Radio
        name={key}
        checked={sideOf(key) === one}
        onChange={() => setSides({ ...sides, [key]: one })}
        aria-label={name}
        labelElement={words}
      />
    </td>
  );
  const who = by ?? t('conflict.somebody');
  return (
    <AskDialog
      title={title}
      onClose={() => {}}
      held
      wide
      foot={
        <>
          <Button intent="primary" text={t('conflict.takeTheirs')} onClick={onTheirs} data-testid="conflict-theirs" />
          <Button
            text={t('conflict.save')}
            onClick={() => onSave(Object.fromEntries(fields.map(({ key }) => [key, sideOf(key)])))}
            data-testid="conflict-mine"
          />
        </>
      }
    >
      <p className="muted">
        {t(fields.length > 0 ? 'conflict.text' : 'conflict.apart', { who, time: at === null ? '' : formatTime(at) })}
      </p>
      <table className="conflict" data-testid="conflict">
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">
              {me.fullname} <span className="muted">{t('conflict.notSaved')}</span>
            </th>
            <th scope="col">
              {who} <span className="muted">{t('conflict.saved')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ key, field, mine, theirs }) => (
            <tr key={key}>
              <th scope="row">{field}</th>
              {side(key, 'mine', mine, t('conflict.mineOf', { field }))}
              {side(key, 'theirs', theirs, t('conflict.theirsOf', { field }))}
            </tr>
          ))}
          {settled.map(({ key, field, mine, theirs, side: stands }) => (
            <tr key={key} data-stands={stands ?? undefined}>
              <th scope="row">{field}</th>
              <td className={stands === 'theirs' ? 'muted' : undefined}>{mine}</td>
              <td className={stands === 'mine' ? 'muted' : undefined}>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </AskDialog>
  );
}
