/** From the history of a document or a record to its steps on the chart. */
import { Link } from 'wouter';
import type { RecordKind, Replayed } from '../../contract/workflows.ts';
import { useAllows } from '../app/session.ts';
import { useText } from '../i18n/index.ts';
import { pathOf, withQuery } from '../routes/registry.ts';

interface ReplayProps {
  machine: Replayed;
  id: number;
  /** Which directory the record is of, where its workflow is that of many. */
  kind?: RecordKind;
}

export function Replay({ machine, id, kind }: ReplayProps) {
  const t = useText('records');
  if (!useAllows('workflows.show')) return null;
  const place = { view: 'replay', document: id, ...(kind !== undefined && { kind }) };
  return <Link href={withQuery(pathOf('workflow', { machine }), place)}>{t('history.replay')}</Link>;
}
