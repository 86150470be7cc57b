import { useEffect } from 'react';
import { prefetchPage } from '../../app/navigation.ts';
import { useLanguage } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { bringWorkflows } from './catalogue.ts';
import { beginElk } from './elk.ts';
import { bringIndex } from './index.ts';
import { bringReadings } from './readings.ts';

/** Milliseconds after which a chart is being read. */
const LOOKED_AT = 2_000;

/**
 * The rest of the gallery comes once a chart is open, not for the list of them: so it goes on without a network. What
 * does not come now is fetched when it is needed.
 */
export function useWholeGallery(): void {
  const language = useLanguage();
  useEffect(() => {
    beginElk();
    // whoever opens a chart only to go on does not wait for what is about the others
    const later = setTimeout(() => {
      const pages = [pathOf('workflows'), pathOf('workflow', { machine: 'any' })].map(prefetchPage);
      void Promise.allSettled([...pages, bringIndex(), bringWorkflows(), bringReadings(language)]);
    }, LOOKED_AT);
    return () => clearTimeout(later);
  }, [language]);
}
