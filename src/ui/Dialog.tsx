/** Blueprint's dialog with a head of its own: Blueprint names the button that closes it in English only. */
import { Dialog as BareDialog, Button, Classes, type DialogProps } from '@blueprintjs/core';
import { SmallCrossIcon } from '@blueprintjs/icons';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useText } from '../i18n/index.ts';
import { withWholeNumbers } from './wholeNumbers.tsx';

interface TitledProps extends Omit<DialogProps, 'icon' | 'titleTagName'> {
  title: ReactNode;
  icon?: ReactElement;
}

export function Dialog({ title, icon, isCloseButtonShown = true, children, ...props }: TitledProps) {
  const t = useText('common');
  const id = useId();
  return (
    <BareDialog {...props} aria-labelledby={id}>
      <div className={Classes.DIALOG_HEADER}>
        {icon}
        <h2 className={Classes.HEADING} id={id}>
          {typeof title === 'string' ? withWholeNumbers(title) : title}
        </h2>
        {isCloseButtonShown && (
          <Button
            className={Classes.DIALOG_CLOSE_BUTTON}
            variant="minimal"
            icon={<SmallCrossIcon />}
            aria-label={t('close')}
            onClick={(event) => props.onClose?.(event)}
          />
        )}
      </div>
      {children}
    </BareDialog>
  );
}
