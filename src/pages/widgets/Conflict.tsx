/** Another window saved a different arrangement: both are shown, and the person chooses one. */
import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { ChosenWidget } from '../../../contract/widgets.ts';
import { useText } from '../../i18n/index.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import type { WidgetsActor } from './saving.ts';

function Side({ title, chosen }: { title: string; chosen: readonly ChosenWidget[] }) {
  const t = useText('widgets');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="section-title">
        {title}
      </h3>
      {chosen.length === 0 ? (
        <p className="muted">{t('noneChosen')}</p>
      ) : (
        <ol>
          {chosen.map(({ widget, size }) => (
            <li key={widget}>
              {t(`names.${widget}`)}, <span className="muted">{t(`sizes.${size}`)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

export function Conflict({ actor }: { actor: WidgetsActor }) {
  const t = useText('widgets');
  const shown = useSelector(actor, (snapshot) => snapshot.matches('conflicted'));
  const { chosen, refusal } = useSelector(actor, ({ context }) => context);
  const theirs = refusal?.current;
  if (!shown || !theirs) return null;
  return (
    <AskDialog
      title={t('conflict.title')}
      onClose={() => {}}
      held
      foot={
        <>
          <Button
            intent="primary"
            text={t('conflict.keepMine')}
            onClick={() => actor.send({ type: 'conflict.keepMine' })}
            data-testid="conflict-mine"
          />
          <Button
            text={t('conflict.takeTheirs')}
            onClick={() => actor.send({ type: 'conflict.takeTheirs' })}
            data-testid="conflict-theirs"
          />
        </>
      }
    >
      <p className="muted">{t('conflict.text')}</p>
      <div className="widgets-sides">
        <Side title={t('conflict.mine')} chosen={chosen} />
        <Side title={t('conflict.theirs')} chosen={theirs.chosen} />
      </div>
    </AskDialog>
  );
}
