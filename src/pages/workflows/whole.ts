import { useEffect } from 'react';
import { prefetchPage } from '../../app/navigation.ts';
import { useLanguage } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { beginElk } from './elk.ts';
import { bringIndex } from './index.ts';
import { everyReading } from './readings.ts';

/**
 * The rest of the gallery comes once a chart is open, not for the list of them: so it goes on without a network. What does not come now is
 * fetched when it is needed.
 */
export function useWholeGallery(): void {
  const language = useLanguage();
  useEffect(() => {
    beginElk();
    const pages = [pathOf('workflows'), pathOf('workflow', { machine: 'any' })].map(prefetchPage);
    void Promise.allSettled([...pages, bringIndex(), ...everyReading(language)]);
  }, [language]);
}
