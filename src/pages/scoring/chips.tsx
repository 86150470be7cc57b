/** How far a run is, and what it came to. */
import type { RunInList } from '../../../contract/scoringRuns.ts';
import { scoringRunMachine } from '../../../machines/scoringRun/scoringRun.machine.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { type Look, lookOf } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';

const DECIDED = { approved: 'done', manual: 'waiting', refused: 'bad' } as const;

type Stands = Pick<RunInList, 'status' | 'decision'>;

export const stateLook = (status: RunInList['status']): Look => lookOf(scoringRunMachine.states[status]?.meta);

/** While it holds, a decision says more than that there is one. */
export const runLook = ({ status, decision }: Stands): Look =>
  status === 'decided' && decision !== null ? DECIDED[decision] : stateLook(status);

export const runWords = ({ status, decision }: Stands, t: Text, tm: Text): string =>
  status === 'decided' && decision !== null ? t(`decision.${decision}`) : tm(`states.${status}.name`);

export function RunChip(run: Stands) {
  const t = useText('scoring');
  const tm = useText('machines/scoringRun');
  return <StateChip look={runLook(run)}>{runWords(run, t, tm)}</StateChip>;
}

/** The decision itself, also once its time is over. */
export function DecisionChip({ decision }: { decision: NonNullable<RunInList['decision']> }) {
  const t = useText('scoring');
  return <StateChip look={DECIDED[decision]}>{t(`decision.${decision}`)}</StateChip>;
}

/** What answered instead of a source (decision 86). */
export function StandIn() {
  const t = useText('scoring');
  return <span className="stand-in">{t('standIn')}</span>;
}
