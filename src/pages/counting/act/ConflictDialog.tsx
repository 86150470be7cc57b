import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { draftOf } from '../../../../machines/actWorkspace/actWorkspace.machine.ts';
import { newKey } from '../../../api/client.ts';
import { useUser } from '../../../app/session.ts';
import { formatTime } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { AskDialog } from '../../../ui/AskDialog.tsx';
import { Avatar } from '../../../ui/small.tsx';
import { categoryNames } from '../categories.ts';
import type { CommandActor, WorkspaceActor } from './actors.ts';

interface Choice {
  key: string;
  field: ReactNode;
  mine: ReactNode;
  theirs: ReactNode;
}

interface TwoSidesProps {
  title: string;
  by: string | null;
  at: string | null;
  rows: Choice[];
  mineLabel: string;
  theirsLabel: string;
  onMine: () => void;
  onTheirs: () => void;
}

/** Mine and theirs side by side; closed only by a choice, so nothing is overwritten and nothing is lost silently. */
function TwoSides({ title, by, at, rows, mineLabel, theirsLabel, onMine, onTheirs }: TwoSidesProps) {
  const m = useText('countingMatrix');
  const me = useUser();
  const who = by ?? m('conflict.somebody');
  const time = at === null ? '' : formatTime(at);
  return (
    <AskDialog
      title={title}
      onClose={() => {}}
      held
      wide
      foot={
        <>
          <Button intent="primary" text={theirsLabel} onClick={onTheirs} data-testid="conflict-theirs" />
          <Button text={mineLabel} onClick={onMine} data-testid="conflict-mine" />
          <span className="muted text-xs">{m('conflict.history')}</span>
        </>
      }
    >
      <p className="muted">{by === null ? m('conflict.textUnknown') : m('conflict.text', { who, time })}</p>
      <table className="conflict">
        <thead>
          <tr>
            <th scope="col">{m('conflict.field')}</th>
            <th scope="col">
              <span className="row">
                <Avatar name={me.fullname} /> <b>{m('conflict.mine')}</b>{' '}
                <span className="muted">{m('conflict.notSaved')}</span>
              </span>
            </th>
            <th scope="col">
              <span className="row">
                <Avatar name={who} /> <b>{who}</b> <span className="muted">{m('conflict.saved', { time })}</span>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, field, mine, theirs }) => (
            <tr key={key}>
              <th scope="row">{field}</th>
              <td>{mine}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </AskDialog>
  );
}

/** Somebody else changed the act while this person was doing something to it. */
export function CommandConflict({ actor, act }: { actor: CommandActor; act: ActDetails }) {
  const t = useText('counting');
  const m = useText('countingMatrix');
  const tm = useText('machines/countingAct');
  const language = useLanguage();
  const shown = useSelector(actor, (snapshot) => snapshot.matches('conflict'));
  const { command, refusal } = useSelector(actor, ({ context }) => context);
  const current = refusal?.current;
  if (!shown || command === null || current == null) return null;
  const rows: Choice[] = [];
  if (command.type === 'act.update') {
    if (command.comment !== current.comment) {
      rows.push({ key: 'comment', field: t('list.comment'), mine: command.comment, theirs: current.comment });
    }
    if (command.organization?.id !== current.organization_id) {
      const mine = command.organization?.title;
      rows.push({ key: 'organization', field: t('list.organization'), mine, theirs: current.organization });
    }
  }
  if (command.type === 'act.limit') {
    const named = (names: string) => names || t('act.everything');
    rows.push({
      key: 'categories',
      field: t('form.categories'),
      mine: named((command.categories ?? []).map(({ title }) => title).join(', ')),
      theirs: named(categoryNames(current.categories ?? [], language)),
    });
  }
  if (rows.length === 0) {
    rows.push({
      key: 'command',
      field: m('conflict.command'),
      mine: t(`ask.${command.type}.do`),
      theirs: (
        <ul>
          {(current.events ?? []).map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same step may have been taken twice
            <li key={index}>{tm(`events.${event}.name`)}</li>
          ))}
        </ul>
      ),
    });
  }
  return (
    <TwoSides
      title={m('conflict.title', { number: act.number })}
      by={current.by}
      at={current.at}
      rows={rows}
      mineLabel={m('conflict.keepMine', { command: t(`ask.${command.type}.do`) })}
      theirsLabel={m('conflict.takeTheirs')}
      onMine={() => actor.send({ type: 'command.keepMine', words: {}, key: newKey() })}
      onTheirs={() => actor.send({ type: 'command.takeTheirs' })}
    />
  );
}

/** Somebody else decided the product while this person was deciding it. */
export function DecisionConflict({ actor, product }: { actor: WorkspaceActor; product: string }) {
  const t = useText('counting');
  const m = useText('countingMatrix');
  const shown = useSelector(actor, (snapshot) => snapshot.matches('conflicted'));
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const { objection, decision } = context;
  const draft = draftOf(context);
  const current = objection?.current;
  if (!shown || current == null) return null;
  const figure = (count: number | null | undefined, serials: readonly string[] | null | undefined) => (
    <>
      <b className="num">{count == null ? m('conflict.noCount') : formatNumber(count)}</b>
      {serials != null && serials.length > 0 && <div className="code text-xs">{serials.join(', ')}</div>}
    </>
  );
  const { count, serial_numbers: serials, keep } = current;
  const theirs = (
    <>
      {keep != null && <div>{m(`moved.${keep}`)}</div>}
      {(keep == null || count != null) && figure(count, serials)}
    </>
  );
  const mine = decision?.kind === 'moved' ? m(`moved.${decision.keep}`) : figure(draft?.count, draft?.serial_numbers);
  return (
    <TwoSides
      title={m('conflict.productTitle', { product })}
      by={current.by}
      at={current.at}
      rows={[
        {
          key: 'count',
          field: t('matrix.final'),
          mine,
          theirs,
        },
      ]}
      mineLabel={m('conflict.keepMyFigure')}
      theirsLabel={m('conflict.takeTheirFigure')}
      onMine={() => actor.send({ type: 'decision.keepMine', key: newKey() })}
      onTheirs={() => actor.send({ type: 'decision.takeTheirs' })}
    />
  );
}
