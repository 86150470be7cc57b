/**
 * Before the access of an employee is closed: what is open and whose it becomes, and which documents nobody could move on
 * any more. Those need a reason, which goes into the log.
 */
import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useEffect, useId, useState } from 'react';
import { verbOf } from '../../../contract/directory/chart.ts';
import { branchUserLeaving, type Leaving } from '../../../contract/people.ts';
import { STUCK_LETTERS, saysWhy } from '../../../contract/reason.ts';
import { messageOf, newKey, request } from '../../api/client.ts';
import type { StepQuestionProps } from '../../directory/StepQuestion.tsx';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { users } from '../../ui/form/choices.ts';
import { FormFrame } from '../../ui/form/Form.tsx';
import { AreaField, ChoiceField } from '../../ui/form/fields.tsx';
import type { Option } from '../../ui/form/remote.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import type { Look } from '../../ui/look.ts';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { documentsIn, StuckTable } from '../rights/Stuck.tsx';
import './users.css';

interface Answers {
  heir: Option | null;
  reason: string;
}

interface Looked {
  leaving: Leaving | null;
  failure: string | null;
}

/** What closing the access would leave, read again for another heir. */
function useLeaving(id: number, event: 'user.suspend' | 'user.dismiss', heirId: number | undefined): Looked {
  const [looked, setLooked] = useState<Looked>({ leaving: null, failure: null });
  useEffect(() => {
    const asked = new AbortController();
    const body = { event, ...(heirId !== undefined && { heir_id: heirId }) };
    request(branchUserLeaving, { params: { id }, body, signal: asked.signal }).then(
      ({ data }) => setLooked({ leaving: data, failure: null }),
      (error) => {
        if (!asked.signal.aborted) setLooked({ leaving: null, failure: messageOf(error) });
      },
    );
    return () => asked.abort();
  }, [id, event, heirId]);
  return looked;
}

export function LeavingQuestion({ actor, event, record, name, own }: StepQuestionProps) {
  const t = useText('users');
  const c = useText('common');
  const reasonId = useId();
  const kept = useSelector(actor, ({ context }) => context.answers) as Partial<Answers> | null;
  const errors = useSelector(actor, ({ context }) => context.refusal?.errors);
  const verb = verbOf(event);
  const drop = () => actor.send({ type: 'command.drop' });
  const form = useForm<Answers>({
    draft: { form: `record.branchUser.${verb}`, of: record.id },
    initial: { heir: kept?.heir ?? null, reason: kept?.reason ?? '' },
    names: { heir: 'heir_id' },
    refused: errors,
    onSave: ({ heir, reason }) => {
      form.draft.drop();
      actor.send({
        type: 'command.confirm',
        key: newKey(),
        answers: {
          heir: heir && { id: heir.id, title: heir.title },
          reason: reason.trim(),
          seen: leaving?.stuck.seen ?? '',
        },
      });
    },
  });
  const { heir, reason } = form.values;
  const { leaving, failure } = useLeaving(record.id, event as 'user.suspend' | 'user.dismiss', heir?.id);
  const work = leaving?.work ?? [];
  const lines = leaving?.stuck.lines ?? [];
  const open = documentsIn(lines);
  const lacksHeir = work.length > 0 && heir === null;
  const lacksReason = lines.length > 0 && !saysWhy(reason, STUCK_LETTERS);
  const isReady = leaving !== null && !lacksHeir && !lacksReason;
  return (
    <AskDialog
      title={own(`steps.${verb}.title`, { name })}
      wide={lines.length > 0}
      onClose={drop}
      onSubmit={() => isReady && form.save()}
      foot={
        <>
          <Button
            intent="danger"
            text={own(`steps.${verb}.do`)}
            disabled={!isReady}
            aria-describedby={reasonId}
            onClick={() => form.save()}
            data-testid="record-confirm"
          />
          <Button text={c('back')} onClick={drop} />
        </>
      }
    >
      <FormFrame form={form}>
        <p className="muted">{own(`steps.${verb}.text`)}</p>
        {failure !== null && (
          <Notice tone="bad" inset>
            <b>{t('failed')}</b>: {failure}
          </Notice>
        )}
        {leaving === null && failure === null && <SkeletonRows rows={2} columns={[3, 1]} />}
        {work.length > 0 && (
          <>
            <p className="user-count">
              <b>{t('work')}</b> <span className="muted">{t('workText')}</span>
            </p>
            <ul className="user-work">
              {work.map(({ chart, state, words, look, count }) => (
                <li key={`${chart}-${words.kind}-${state}`}>
                  {words.kind} <StateChip look={look as Look}>{words.state}</StateChip>{' '}
                  <b className="num">{formatNumber(count)}</b>
                </li>
              ))}
            </ul>
            <ChoiceField label={own('steps.dismiss.fields.heir')} of={users} {...form.field('heir')} />
          </>
        )}
        {lines.length > 0 && (
          <>
            <Notice tone="bad" inset>
              <b>{t('stuck', { count: open, figure: formatNumber(open) })}</b>
            </Notice>
            <div className="user-stuck">
              <StuckTable lines={lines} />
            </div>
          </>
        )}
        {leaving !== null && (
          <AreaField
            label={own(`steps.${verb}.fields.reason`)}
            optional={lines.length === 0}
            maxLength={500}
            rows={2}
            {...form.field('reason')}
          />
        )}
        {leaving !== null && !isReady && (
          <Reason id={reasonId}>
            {lacksHeir ? t('needHeir') : t('needReason', { figure: formatNumber(STUCK_LETTERS) })}
          </Reason>
        )}
      </FormFrame>
    </AskDialog>
  );
}
