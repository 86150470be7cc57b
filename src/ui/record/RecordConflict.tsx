import { Button, Radio, RadioGroup } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { clashesOf, type Json, onlyTheirs, type Side } from '../../../machines/recordPane/merge.ts';
import { openClashes, sidesOf } from '../../../machines/recordPane/recordPane.machine.ts';
import { newKey } from '../../api/client.ts';
import { formatTime } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { AskDialog } from '../AskDialog.tsx';
import { Reason } from '../Notice.tsx';
import type { PaneActor } from './useRecordPane.ts';
import { fieldName, type ValueWords, wordsOfValue } from './words.ts';

interface RecordConflictProps {
  actor: PaneActor;
  words: ValueWords;
  name: string;
  /** Whether the log keeps the words of each change: only then is what is not chosen read there. */
  logged?: boolean;
}

/** Somebody else saved meanwhile: whose value is taken, field by field; saving waits for each choice. */
export function RecordConflict({ actor, words, name, logged = true }: RecordConflictProps) {
  const t = useText('records');
  const shown = useSelector(actor, (snapshot) => snapshot.matches('conflicted'));
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const sides = sidesOf(context);
  const { refusal, choices, command } = context;
  if (!shown || sides === null) return null;
  const { by, at } = refusal?.current ?? { by: null, at: null };
  const who = by ?? t('conflict.somebody');
  const clashes = clashesOf(sides);
  const open = openClashes(context).length;
  const theirs = onlyTheirs(sides);
  const say = (field: string, value: Json | undefined) => wordsOfValue(words, field, value ?? null);
  return (
    <AskDialog
      title={t('conflict.title', { name })}
      onClose={() => {}}
      held
      wide
      foot={
        <>
          <Button
            intent="primary"
            text={command === 'save' ? t('conflict.save') : t(command)}
            disabled={open > 0}
            onClick={() => actor.send({ type: 'conflict.save', key: newKey() })}
            data-testid="conflict-save"
          />
          <Button
            text={t('conflict.takeTheirs')}
            onClick={() => actor.send({ type: 'conflict.takeTheirs' })}
            data-testid="conflict-theirs"
          />
          <span className="muted text-xs">
            {open > 0 ? <Reason>{t('conflict.choose', { count: open })}</Reason> : logged && t('conflict.history')}
          </span>
        </>
      }
    >
      <p className="muted">{t('conflict.text', { who, time: at === null ? '' : formatTime(at) })}</p>
      {clashes.length > 0 && (
        <table className="conflict">
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.before')}</th>
              <th scope="col">{t('conflict.whose')}</th>
            </tr>
          </thead>
          <tbody>
            {clashes.map((field) => (
              <tr key={field} data-field={field}>
                <th scope="row">{fieldName(words, field)}</th>
                <td className="muted">{say(field, sides.seen[field])}</td>
                <td>
                  <RadioGroup
                    aria-label={fieldName(words, field)}
                    selectedValue={choices[field] ?? ''}
                    onChange={({ currentTarget }) =>
                      actor.send({ type: 'field.choose', field, side: currentTarget.value as Side })
                    }
                  >
                    <Radio
                      value="mine"
                      labelElement={<Choice who={t('conflict.mine')} value={say(field, sides.mine[field])} />}
                    />
                    <Radio value="theirs" labelElement={<Choice who={who} value={say(field, sides.theirs[field])} />} />
                  </RadioGroup>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {theirs.length > 0 && (
        <>
          <p className="muted conflict-also">{t('conflict.also', { who })}</p>
          <ul className="conflict-changes">
            {theirs.map((field) => (
              <li key={field}>
                <b>{fieldName(words, field)}</b>: {say(field, sides.seen[field])} → {say(field, sides.theirs[field])}
              </li>
            ))}
          </ul>
        </>
      )}
    </AskDialog>
  );
}

const Choice = ({ who, value }: { who: string; value: string }) => (
  <span>
    <span className="muted">{who}:</span> <b>{value}</b>
  </span>
);
