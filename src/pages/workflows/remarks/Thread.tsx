/** One remark with its answers: on what it was written and on which version, who wrote what, and what may be done now. */
import { Button } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import {
  REMARK_LENGTH,
  type Remark,
  type RemarkStatus,
  remarkAnswer,
  remarkReopen,
  remarkSettle,
} from '../../../../contract/remarks.ts';
import { remarkMachine } from '../../../../machines/remark/remark.machine.ts';
import { request } from '../../../api/client.ts';
import { orRefused } from '../../../api/refusal.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { useText } from '../../../i18n/index.ts';
import { withQuery } from '../../../routes/registry.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { AreaField } from '../../../ui/form/fields.tsx';
import { maxLength, required } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { classes, type Look, lookOf } from '../../../ui/look.ts';
import { useCommand } from '../../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import { workflowPath } from '../addresses.ts';
import { RELEASES } from '../records.ts';
import type { Place } from './places.ts';

export const lookOfStatus = (status: RemarkStatus): Look => lookOf(remarkMachine.states[status]?.meta);

interface ThreadProps {
  remark: Remark;
  place: Place;
  /** Whether its place is named: where remarks on other places stand beside it. */
  named: boolean;
  /** It is the one that the address names: in sight, and an answer is written below it. */
  opened: boolean;
  onOpen: (id: number | null) => void;
  /** Its answer is written. */
  onAnswered?: () => void;
}

export function Thread({ remark, place, named, opened, onOpen, onAnswered }: ThreadProps) {
  const t = useText('remarks');
  const tm = useText('machines/remark');
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (opened) card.current?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  const { id, author, at, text, status, answers, settled_by, settled_at, allowed_events } = remark;
  const params = { id };
  const settle = useCommand<null>(async (_, key) => {
    await orRefused(() => request(remarkSettle, { params, key }));
  });
  const reopen = useCommand<null>(async (_, key) => {
    await orRefused(() => request(remarkReopen, { params, key }));
  });
  const refused = [settle, reopen].find(({ refusal }) => refusal !== null);
  const may = (event: string) => allowed_events.includes(event);
  return (
    <li ref={card} className={classes('remark', opened && 'is-opened')} data-remark={id} data-status={status}>
      <div className="row wrap">
        <b className="grow">{author.fullname}</b>
        <StateChip look={lookOfStatus(status)} quiet={status === 'settled'}>
          {tm(`states.${status}.name`)}
        </StateChip>
      </div>
      {(named || place.gone !== null) && <PlaceName place={place} />}
      <p className="remark-words">{text}</p>
      <Version remark={remark} place={place} />
      {answers.length > 0 && (
        <ol className="plain remark-answers" aria-label={t('answers')}>
          {answers.map((answer) => (
            <li key={answer.id}>
              <div className="row wrap text-xs">
                <b className="grow">{answer.author.fullname}</b>
                <time className="muted num" dateTime={answer.at}>
                  {formatDateTime(answer.at)}
                </time>
              </div>
              <p className="remark-words">{answer.text}</p>
            </li>
          ))}
        </ol>
      )}
      {settled_by !== null && (
        <p className="muted text-xs">
          {t('settledBy', { name: settled_by.fullname, time: formatDateTime(settled_at ?? at) })}
        </p>
      )}
      {refused?.refusal && <RefusalNotice refusal={refused.refusal} onClose={refused.dismiss} inset />}
      {opened && may('remark.answer') && <Answer id={id} onClose={() => onOpen(null)} onDone={onAnswered} />}
      <div className="row wrap remark-acts">
        {may('remark.answer') && !opened && (
          <Button size="small" text={t('answer')} onClick={() => onOpen(id)} data-testid="remark-answer" />
        )}
        {may('remark.settle') && (
          <Button
            size="small"
            variant="minimal"
            text={t('settle')}
            loading={settle.busy}
            onClick={() => settle.act(null)}
            data-testid="remark-settle"
          />
        )}
        {may('remark.reopen') && (
          <Button
            size="small"
            variant="minimal"
            text={t('reopen')}
            loading={reopen.busy}
            onClick={() => reopen.act(null)}
            data-testid="remark-reopen"
          />
        )}
      </div>
    </li>
  );
}

/** On what it is; what is no more is said. */
function PlaceName({ place: { title, gone, path } }: { place: Place }) {
  const t = useText('remarks');
  return (
    <p className="text-sm">
      {path === null || (gone !== null && gone !== 'chart') ? (
        <span className="code">{title}</span>
      ) : (
        <Link href={path}>{title}</Link>
      )}
      {gone !== null && <span className="amber"> {t(`gone.${gone}`)}</span>}
    </p>
  );
}

/** When, on which release, and whether the chart is another one since. */
function Version({ remark: { at, machine, release }, place: { changed, gone } }: { remark: Remark; place: Place }) {
  const t = useText('remarks');
  const isKept = RELEASES.includes(release) && gone !== 'chart';
  return (
    <p className="muted text-xs">
      <time className="num" dateTime={at}>
        {formatDateTime(at)}
      </time>
      {` · ${t('written', { release })}`}
      {changed !== null && ' · '}
      {changed === false && t('same')}
      {changed && !isKept && <span className="amber">{t('changed')}</span>}
      {changed && isKept && (
        <Link className="amber" href={withQuery(workflowPath(machine), { view: 'compare', since: release })}>
          {t('changed')}
        </Link>
      )}
    </p>
  );
}

interface AnswerProps {
  id: number;
  onClose: () => void;
  onDone: (() => void) | undefined;
}

function Answer({ id, onClose, onDone }: AnswerProps) {
  const t = useText('remarks');
  const send = useCommand<{ text: string }>(async (body, key) => {
    await orRefused(() => request(remarkAnswer, { params: { id }, body, key }));
    form.draft.drop();
    form.reset({ text: '' });
  }, onDone);
  const form = useForm<{ text: string }>({
    draft: { form: 'record.remark.answer', of: id },
    initial: { text: '' },
    rules: { text: [required, maxLength(REMARK_LENGTH)] },
    refused: send.refusal?.errors,
    busy: send.busy,
    onSave: send.act,
  });
  return (
    <Form form={form} label={t('answer')} className="remark-form">
      <AreaField label={t('answerText')} maxLength={REMARK_LENGTH} rows={2} autoFocus {...form.field('text')} />
      {send.refusal && send.refusal.errors.text === undefined && (
        <RefusalNotice refusal={send.refusal} onClose={send.dismiss} inset />
      )}
      <div className="row wrap">
        <Button size="small" text={t('send')} loading={send.busy} onClick={form.save} data-testid="remark-send" />
        <Button size="small" variant="minimal" text={t('common:back')} onClick={onClose} />
      </div>
    </Form>
  );
}
