/** One button that prints a paper in either language, whatever the page is read in. */
import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import { useText } from '../../i18n/index.ts';
import { usePaper } from './usePaper.tsx';

type Language = 'uz' | 'ru';

interface PrintBothProps {
  /** What is printed. */
  text: string;
  make: (language: Language) => Promise<ReactElement>;
}

// texts: common printIn.*
export function PrintBoth({ text, make }: PrintBothProps) {
  const t = useText('common');
  const { print, sheet } = usePaper('prints-document', t('printFailed'));
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
