/** One button that prints a paper in either language, whatever the page is read in. */
import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import { usePrintKey } from '../../app/usePrintKey.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { usePaper } from './usePaper.tsx';

type Language = 'uz' | 'ru';

interface PrintBothProps {
  /** What is printed. */
  text: string;
  make: (language: Language) => Promise<ReactElement>;
  /** It is the paper of the whole window: Ctrl+P prints it in the language that is read. */
  main?: boolean;
}

// texts: common printIn.*
export function PrintBoth({ text, make, main = false }: PrintBothProps) {
  const t = useText('common');
  const { print, sheet } = usePaper('prints-document', t('printFailed'));
  const reader = useLanguage();
  usePrintKey(main ? () => void print(() => make(reader)) : null);
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            {(['uz', 'ru'] as const).map((language) => (
              <MenuItem
                key={language}
                text={t(`printIn.${language}`)}
                onClick={() => void print(() => make(language))}
                data-testid={`print-${language}`}
              />
            ))}
          </Menu>
        }
      >
        <Button icon={<PrintIcon size={14} />} text={text} data-testid="print-both" />
      </PopoverNext>
      {sheet}
    </>
  );
}
