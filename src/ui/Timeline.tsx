/** The event log of a document: who did what and when, with the states that it went between. */
import { ArrowRightIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { HistoryLine } from '../../contract/common.ts';
import { formatDateTime, formatTime, tashkentDay } from '../format/dates.ts';
import { familyClass, type Look } from './look.ts';
import { StateChip } from './StateChip.tsx';

interface TimelineProps {
  lines: readonly HistoryLine[];
  label: string;
  /** The name shown where no person did it. */
  system: string;
  /** How a state is shown; null for one that is none of the document's own. */
  stateOf: (state: string | null, line: HistoryLine) => { look: Look; name: string } | null;
  /** What was done, after the person's name. */
  children: (line: HistoryLine) => ReactNode;
}

export function Timeline({ lines, label, system, stateOf, children }: TimelineProps) {
  const today = tashkentDay(Date.now());
  return (
    <ol className="timeline" aria-label={label} data-testid="history">
      {lines.map((line) => {
        const after = line.before === line.after ? null : stateOf(line.after, line);
        const before = after && stateOf(line.before, line);
        return (
          <li key={line.id} className={after ? familyClass(after.look) : 'fam-grey'} data-event={line.event}>
            <div>
              <b>{line.user?.fullname ?? system}</b> {children(line)}
              {after && (
                <div className="row wrap">
                  {before && (
                    <>
                      <StateChip look={before.look}>{before.name}</StateChip>
                      <ArrowRightIcon size={12} />
                    </>
                  )}
                  <StateChip look={after.look}>{after.name}</StateChip>
                </div>
              )}
            </div>
            <time dateTime={line.at}>
              {tashkentDay(line.at) === today ? formatTime(line.at) : formatDateTime(line.at)}
            </time>
          </li>
        );
      })}
    </ol>
  );
}
