/** What may be done with the chosen entries; refusing and giving up ask for a reason of each, and are done one by one. */
import { Button } from '@blueprintjs/core';
import type { BlackListEntry } from '../../../contract/blackList.ts';
import { useText } from '../../i18n/index.ts';
import { ChosenBar, type ChosenBarProps } from '../../ui/list/many/ChosenBar.tsx';
import { itemOf } from '../../ui/list/many/many.ts';
import { PLAIN_STEPS, type PlainStep } from './entries.ts';

const STEPS = Object.keys(PLAIN_STEPS) as PlainStep[];

export default function ManyEntries(props: Omit<ChosenBarProps<BlackListEntry>, 'children'>) {
  const t = useText('blackList');
  const { actor, choice } = props;
  const { rows } = choice;
  const offered = STEPS.filter((step) => rows.some((row) => row.allowed_events.includes(`request.${step}`)));
  return (
    <ChosenBar {...props}>
      {offered.map((step) => (
        <Button
          key={step}
          text={t(`actions.${step}`)}
          onClick={() =>
            actor.send({
              type: 'many.begin',
              command: { type: 'step', event: `request.${step}` },
              items: rows.map((row) => itemOf(row, row.fullname)),
            })
          }
          data-testid={`many-${step}`}
        />
      ))}
      {offered.length === 0 && <span className="muted">{t('manyNothing')}</span>}
    </ChosenBar>
  );
}
