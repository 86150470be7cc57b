/** From the history of a document to its steps on the chart. */
import { Link } from 'wouter';
import type { Replayed } from '../../contract/workflows.ts';
import { useAllows } from '../app/session.ts';
import { useText } from '../i18n/index.ts';
import { pathOf, withQuery } from '../routes/registry.ts';

export function Replay({ machine, id }: { machine: Replayed; id: number }) {
  const t = useText('document');
  if (!useAllows('workflows.show')) return null;
  return <Link href={withQuery(pathOf('workflow', { machine }), { view: 'replay', document: id })}>{t('replay')}</Link>;
}
