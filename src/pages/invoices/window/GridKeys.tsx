/** The keys of the line grid, listed beside it where lines are typed, and in the sheet that `?` opens. */

import { Button, PopoverNext } from '@blueprintjs/core';
import { HelpIcon } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { useKeys } from '../../../app/keys.ts';
import { useText } from '../../../i18n/index.ts';
import { Kbd } from '../../../ui/small.tsx';

/** Keys that are pressed one after another or together, by what they do. */
const KEYS = {
  search: ['F4'],
  move: ['←', '↑', '→', '↓'],
  next: ['Tab'],
  below: ['Enter'],
  open: ['Enter', 'F2'],
  act: ['Enter'],
  correct: ['Enter'],
  mark: ['Enter'],
  back: ['Esc'],
  empty: ['Delete'],
  remove: ['Ctrl', 'Delete'],
  withdraw: ['Delete'],
  undo: ['Ctrl', 'Z'],
  redo: ['Ctrl', 'Y'],
  paste: ['Ctrl', 'V'],
  ends: ['Home', 'End'],
  first: ['Ctrl', 'Home'],
  last: ['Ctrl', 'End'],
  page: ['PgUp', 'PgDn'],
  leave: ['Esc', 'Tab'],
} as const;

type Command = keyof typeof KEYS;

interface GridKeysProps {
  editable: boolean;
  correctable: boolean;
  labelled: boolean;
}

export function GridKeys({ editable, correctable, labelled }: GridKeysProps) {
  const t = useText('invoice');
  const actions: readonly Command[] = [
    ...(editable ? (['search'] as const) : []),
    'move',
    ...(editable ? (['next', 'below', 'open'] as const) : []),
    ...(correctable ? (['correct'] as const) : []),
    ...(labelled ? (['mark'] as const) : []),
    'act',
    ...(editable || labelled ? (['back'] as const) : []),
    ...(editable ? (['empty', 'remove', 'undo', 'redo', 'paste'] as const) : []),
    ...(correctable ? (['withdraw'] as const) : []),
    'ends',
    'first',
    'last',
    'page',
    ...(editable ? (['leave'] as const) : []),
  ];
  const declared = actions.join();
  useKeys(
    useMemo(
      () => ({
        space: 'invoice',
        title: 'keys.title',
        rows: (declared.split(',') as Command[]).map((command) => [`keys.${command}`, ...KEYS[command]] as const),
      }),
      [declared],
    ),
  );
  // a row for this button alone would take a line from those that are read: the sheet of all keys has these too
  if (!editable) return null;
  return (
    <PopoverNext
      arrow={false}
      animation="minimal"
      placement="bottom-end"
      content={
        <dl className="grid-keys-list" data-testid="grid-keys-list">
          {actions.map((command) => (
            <div key={command}>
              <dt>
                {KEYS[command].map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dt>
              {/* texts: invoice keys.* */}
              <dd>{t(`keys.${command}`)}</dd>
            </div>
          ))}
        </dl>
      }
    >
      <Button
        variant="minimal"
        icon={<HelpIcon size={14} />}
        aria-label={t('keys.title')}
        title={t('keys.title')}
        data-testid="grid-keys"
      />
    </PopoverNext>
  );
}
