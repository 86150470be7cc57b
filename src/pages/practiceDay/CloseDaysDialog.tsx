/** Asks once before the days of several branches are closed. Each branch takes its own steps: one refused stops no other. */
import { Checkbox } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import type { BranchDay, PracticeDay } from '../../../contract/practiceDay.ts';
import { RefusedError } from '../../../contract/refusal.ts';
import { refusalOf } from '../../api/refusal.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { toastSuccess, toastWarning } from '../../ui/toasts.ts';
import { sendDay } from './commands.ts';

interface Props {
  days: readonly BranchDay[];
  onGone: () => void;
}

export function CloseDaysDialog({ days, onGone }: Props) {
  const t = useText('practiceDay');
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map());
  // as the last answer had it: a day that got half-way goes on from there
  const [known, setKnown] = useState<ReadonlyMap<number, PracticeDay>>(new Map());
  const latest = useRef(known);
  /** The dialog was closed before the last day: what comes of it is said all the same. */
  const isGone = useRef(false);
  const statusOf = (day: BranchDay) => (known.get(day.id) ?? day).status;
  const chosen = days.filter((day) => !left.has(day.id) && statusOf(day) !== 'closed');

  async function close(day: BranchDay, key: string): Promise<void> {
    let now = latest.current.get(day.id) ?? day;
    for (const command of ['day.startClosing', 'day.close'] as const) {
      if (command === 'day.startClosing' && now.status !== 'open') continue;
      now = (await sendDay(command, now, '', `${key}.${day.id}.${command}`)).data;
      latest.current = new Map(latest.current).set(day.id, now);
      setKnown(latest.current);
    }
  }

  /** @throws when not all of them were closed; an answer that is lost ends the round, the same key goes on with it. */
  async function closeAll(key: string): Promise<void> {
    const refused = new Map<number, string>();
    setRefusals(refused);
    for (const day of chosen) {
      try {
        await close(day, key);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal.kind === 'failed') throw new RefusedError(refusal);
        setRefusals(new Map(refused.set(day.id, refusal.message)));
      }
    }
    if (refused.size > 0) {
      const message = t('branches.partly', { closed: chosen.length - refused.size, count: refused.size });
      const none = { code: 'not_allowed_now', requestId: '', errors: {}, lines: [], current: null };
      throw new RefusedError({ kind: 'refused', message, ...none });
    }
    toastSuccess(t('branches.closed', { count: days.filter(({ id }) => !left.has(id)).length }));
  }

  return (
    <QuestionDialog
      title={t('branches.ask', { count: chosen.length })}
      command={t('branches.do')}
      disabled={chosen.length === 0}
      onSend={({ key }) =>
        closeAll(key).catch((error: unknown) => {
          if (isGone.current) toastWarning(refusalOf(error).message);
          throw error;
        })
      }
      onClose={() => {
        isGone.current = true;
        onGone();
      }}
      onDone={onGone}
    >
      <p>{t('ask.day.close.text')}</p>
      <ul className="day-asked" data-testid="days-asked">
        {days.map((day) => {
          const { id, organization, date } = day;
          const isClosed = statusOf(day) === 'closed';
          const refusal = refusals.get(id);
          return (
            <li key={id} data-branch={organization.id}>
              <Checkbox
                checked={isClosed || !left.has(id)}
                disabled={isClosed}
                onChange={({ currentTarget: { checked } }) =>
                  setLeft((before) => new Set(checked ? [...before].filter((one) => one !== id) : [...before, id]))
                }
              >
                {organization.name} <span className="muted num">{formatDate(date)}</span>
                {isClosed && <span className="day-closed"> {t('branches.isClosed')}</span>}
              </Checkbox>
              {refusal !== undefined && (
                <p className="field-help error" role="alert">
                  {refusal}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </QuestionDialog>
  );
}
