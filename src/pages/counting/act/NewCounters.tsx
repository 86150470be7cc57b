import { Checkbox } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { counterProposals } from '../../../../contract/counting/counters.ts';
import type { CommandWords } from '../../../../machines/actWorkspace/commands.ts';
import { useCall } from '../../../api/queries.ts';
import { useText } from '../../../i18n/index.ts';

interface NewCountersProps {
  act: ActDetails;
  /** The number of the first counter that is added. */
  first: number;
  chosen: NonNullable<CommandWords['counters']>;
  errors: Readonly<Record<string, readonly string[]>>;
  busy: boolean;
  onChange: (counters: NonNullable<CommandWords['counters']>) => void;
  /** How anybody else is added, one by one. */
  children: ReactNode;
}

/** The people of the branch, several at once; a file of its own, for boxes come with it. */
export function NewCounters({ act, first, chosen, errors, busy, onChange, children }: NewCountersProps) {
  const t = useText('counting');
  const { data } = useCall(counterProposals, { params: { actId: act.id } });
  const proposed = data?.data ?? [];
  const ticked = new Set(chosen.map(({ user_id }) => user_id));
  const tick = (id: number) => {
    const next = proposed.filter((one) => (one.id === id ? !ticked.has(id) : ticked.has(one.id)));
    onChange(next.map((one, at) => ({ user_id: one.id, title: t('counters.usualTitle', { number: first + at }) })));
  };
  const fault = Object.entries(errors).find(([field]) => field.startsWith('counters'))?.[1][0];
  return (
    <>
      {proposed.length > 0 && (
        <fieldset className="proposed" disabled={busy} data-testid="proposed">
          <legend>{t('form.ofBranch', { organization: act.organization })}</legend>
          {proposed.map((one, at) => (
            <Checkbox key={one.id} autoFocus={at === 0} checked={ticked.has(one.id)} onChange={() => tick(one.id)}>
              {one.title} <span className="muted text-xs">{one.position}</span>
            </Checkbox>
          ))}
          {fault !== undefined && (
            <div className="field-help error" role="alert">
              {fault}
            </div>
          )}
        </fieldset>
      )}
      {ticked.size === 0 && children}
    </>
  );
}
