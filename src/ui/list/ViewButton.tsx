/** The first of a list's controls: its saved views. What they are is fetched when one is in the address or wanted. */
import { Button } from '@blueprintjs/core';
import { ThListIcon } from '@blueprintjs/icons';
import { lazy, Suspense, useState } from 'react';
import { useAddress } from '../../app/address.ts';
import { useText } from '../../i18n/index.ts';
import type { ViewedList } from './views/useShown.ts';

const Views = lazy(() => import('./views/Views.tsx'));

export function ViewButton({ list, under }: { list: ViewedList; under: HTMLElement | null }) {
  const t = useText('kit');
  const [params] = useAddress();
  const [wanted, setWanted] = useState(false);
  const button = (
    <Button
      icon={<ThListIcon size={14} />}
      aria-label={t('list.views')}
      title={t('list.views')}
      onClick={() => setWanted(true)}
      data-testid="list-views"
    />
  );
  if (!wanted && !params.has('saved')) return button;
  return (
    <Suspense fallback={button}>
      <Views list={list} opened={wanted} under={under} />
    </Suspense>
  );
}
