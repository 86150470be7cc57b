/** Questions while the minutes run: one on the screen, all of them in the row above. */
import { Button } from '@blueprintjs/core';
import {
  ArrowLeftIcon,
  ArrowRightIcon,
  BookmarkIcon,
  CloudTickIcon,
  CloudUploadIcon,
  FloppyDiskIcon,
  TimeIcon,
} from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { MyTest } from '../../../contract/staffTests.ts';
import { type AskedQuestion, isAnswered } from '../../../machines/testAttempt/questions.ts';
import { newKey } from '../../api/client.ts';
import { formatClock } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { classes } from '../../ui/look.ts';
import type { AttemptActor } from './actors.ts';
import { leftOf } from './actors.ts';
import { QuestionSheet } from './QuestionSheet.tsx';

const SECOND = 1_000;
/** So many last minutes are said as they go. */
const SAID = 5;
const MINUTE = 60_000;

/** @param sure false: the computer slept, and the server's time is not known yet. */
export function TimeLeft({ endsAt, ahead, sure }: { endsAt: string; ahead: number; sure: boolean }) {
  const t = useText('tests');
  const [left, setLeft] = useState(() => leftOf(endsAt, ahead));
  useEffect(() => {
    const timer = setInterval(() => setLeft(leftOf(endsAt, ahead)), SECOND);
    return () => clearInterval(timer);
  }, [endsAt, ahead]);
  const minutes = Math.ceil(left / MINUTE);
  const last = minutes <= 1;
  return (
    <>
      {/* changes with the minute alone, so it is also spoken once at each */}
      <span className={last ? 'red' : 'amber'} role="status" data-testid="time-soon">
        {minutes <= SAID && t('soon', { count: Math.max(1, minutes) })}
      </span>
      <span className={classes('tests-clock num', last && 'red')} role="timer" aria-label={t('left')}>
        <TimeIcon size={14} /> {!sure && '≈ '}
        {formatClock(left)}
      </span>
    </>
  );
}

function SavedState({ actor }: { actor: AttemptActor }) {
  const t = useText('tests');
  const place = useSelector(actor, (snapshot) =>
    snapshot.context.unsent.length === 0
      ? 'saved'
      : snapshot.matches({ answering: { saving: 'waiting' } })
        ? 'waiting'
        : 'sending',
  );
  const Icon = { saved: CloudTickIcon, sending: CloudUploadIcon, waiting: FloppyDiskIcon }[place];
  return (
    <span className="saved" role="status" data-testid="answers-saved" data-state={place}>
      <span>
        <Icon size={14} className={place === 'saved' ? 'green' : 'amber'} /> {t(`saving.${place}`)}
      </span>
    </span>
  );
}

export function Questions({ actor, test, held }: { actor: AttemptActor; test: MyTest; held: boolean }) {
  const t = useText('tests');
  const questions = useSelector(actor, ({ context }) => context.questions);
  const index = useSelector(actor, ({ context }) => context.index);
  const ahead = useSelector(actor, ({ context }) => context.ahead);
  const sure = useSelector(actor, (snapshot) => !snapshot.hasTag('unsure'));
  const asking = useSelector(actor, (snapshot) => snapshot.hasTag('asking'));
  const question = questions[index];
  const go = (to: number) => actor.send({ type: 'question.go', index: to });
  const last = index === questions.length - 1;
  return (
    <>
      <div className="toolbar tests-bar">
        <ol className="tests-steps" aria-label={t('questions')}>
          {questions.map((one, at) => (
            <li key={one.id}>
              <button
                type="button"
                className={classes('tests-step num', isAnswered(one) && 'answered', one.later && 'later')}
                aria-current={at === index ? 'step' : undefined}
                aria-label={t(one.later ? 'step.later' : isAnswered(one) ? 'step.answered' : 'step.blank', {
                  number: at + 1,
                })}
                disabled={held}
                onClick={() => go(at)}
              >
                {at + 1}
              </button>
            </li>
          ))}
        </ol>
        <div className="toolbar-acts">
          {!held && <SavedState actor={actor} />}
          {test.sitting && <TimeLeft endsAt={test.sitting.ends_at} ahead={ahead} sure={sure} />}
        </div>
      </div>
      <div className="scroll padded">
        {question && (
          <QuestionSheet
            key={question.id}
            question={question}
            place={t('question', { number: index + 1, all: questions.length })}
            held={held}
            onType={(text) => actor.send({ type: 'text.type', questionId: question.id, text })}
            onChoose={(optionId) => actor.send({ type: 'option.choose', questionId: question.id, optionId })}
          />
        )}
      </div>
      <div className="action-bar">
        {last ? (
          <Button
            intent="primary"
            text={t('handIn')}
            disabled={held}
            onClick={() => actor.send({ type: 'handIn.ask' })}
          />
        ) : (
          <Button
            intent="primary"
            text={t('next')}
            endIcon={<ArrowRightIcon size={14} />}
            disabled={held}
            onClick={() => go(index + 1)}
          />
        )}
        <Button
          text={t('previous')}
          icon={<ArrowLeftIcon size={14} />}
          disabled={held || index === 0}
          onClick={() => go(index - 1)}
        />
        {question && (
          <Button
            text={t('later')}
            icon={<BookmarkIcon size={14} />}
            active={question.later}
            aria-pressed={question.later}
            disabled={held}
            onClick={() => actor.send({ type: 'later.turn', questionId: question.id })}
          />
        )}
        {!last && (
          <span className="tests-end">
            <Button
              variant="minimal"
              text={t('handIn')}
              disabled={held}
              onClick={() => actor.send({ type: 'handIn.ask' })}
            />
          </span>
        )}
      </div>
      {asking && <HandIn actor={actor} questions={questions} />}
    </>
  );
}

function HandIn({ actor, questions }: { actor: AttemptActor; questions: readonly AskedQuestion[] }) {
  const t = useText('tests');
  const blank = questions.filter((question) => !isAnswered(question)).length;
  const later = questions.filter((question) => question.later).length;
  return (
    <AskDialog
      title={t('ask.title')}
      onClose={() => actor.send({ type: 'handIn.dismiss' })}
      onSubmit={() => actor.send({ type: 'handIn.confirm', key: newKey() })}
      foot={
        <>
          <Button type="submit" intent="primary" text={t('handIn')} />
          <Button text={t('ask.goOn')} onClick={() => actor.send({ type: 'handIn.dismiss' })} />
        </>
      }
    >
      <p>{blank === 0 ? t('ask.whole') : t('ask.blank', { count: blank })}</p>
      {later > 0 && <p>{t('ask.later', { count: later })}</p>}
    </AskDialog>
  );
}
