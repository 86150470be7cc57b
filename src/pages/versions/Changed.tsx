/** Under a version: the workflows that it changed, each with the comparison of its charts. For who sees the gallery. */
import { use } from 'react';
import { Link } from 'wouter';
import { useLanguage, useText } from '../../i18n/index.ts';
import { withQuery } from '../../routes/registry.ts';
import { workflowPath } from '../workflows/addresses.ts';
import { useIndex } from '../workflows/index.ts';

/** As `npm run docs` writes it. */
interface ReleaseChange {
  version: string;
  since: string;
  now: boolean;
  charts: string[];
}

const files = import.meta.glob<ReleaseChange[]>('../../../docs/generated/releases.json', { import: 'default' });

let coming: Promise<ReleaseChange[]> | undefined;

/** Suspends until they are here; a file that did not come is asked for again. */
function useChanges(): readonly ReleaseChange[] {
  coming ??= Promise.all(Object.values(files).map((load) => load()))
    .then((found) => found.flat())
    .catch((error: unknown) => {
      coming = undefined;
      throw error;
    });
  return use(coming);
}

export default function Changed({ version }: { version: string }) {
  const t = useText('home');
  const language = useLanguage();
  const entries = useIndex();
  const change = useChanges().find((one) => one.version === version);
  if (change === undefined) return null;
  const { since, now, charts } = change;
  return (
    <details className="version-charts" data-testid="version-charts">
      <summary>{t('versions.charts', { count: charts.length })}</summary>
      <ul>
        {charts.map((name) => (
          <li key={name}>
            <Link href={withQuery(workflowPath(name), { view: 'compare', since, ...(!now && { until: version }) })}>
              {entries.find((entry) => entry.name === name)?.[language].name ?? name}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
