import { Button, PopoverNext } from '@blueprintjs/core';
import { PropertiesIcon } from '@blueprintjs/icons';
import { lazy, Suspense } from 'react';
import { useText } from '../../i18n/index.ts';
import type { List } from './useList.ts';

const ColumnChoice = lazy(() => import('./ColumnChoice.tsx'));

/** Opens the choice of columns, which is fetched then. */
export function ColumnMenu<Row, Answer>({ list }: { list: List<Row, Answer> }) {
  const t = useText('kit');
  return (
    <PopoverNext
      arrow={false}
      animation="minimal"
      placement="top-start"
      content={
        <Suspense>
          <ColumnChoice list={list as List<unknown>} />
        </Suspense>
      }
    >
      <Button
        variant="minimal"
        icon={<PropertiesIcon size={14} />}
        aria-label={t('list.columns.button')}
        title={t('list.columns.button')}
      />
    </PopoverNext>
  );
}
