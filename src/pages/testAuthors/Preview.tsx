/** A test as the staff see it: one question on the screen, nothing of what is right. Nothing of it is kept. */
import { Button } from '@blueprintjs/core';
import { ArrowLeftIcon, ArrowRightIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import type { WrittenQuestion } from '../../../contract/testAuthors.ts';
import { type AskedQuestion, asked, choose } from '../../../machines/testAttempt/questions.ts';
import { useText } from '../../i18n/index.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { classes } from '../../ui/look.ts';
import { QuestionSheet } from '../staffTests/QuestionSheet.tsx';

interface PreviewProps {
  title: string;
  questions: readonly WrittenQuestion[];
  onClose: () => void;
}

/** As the server sends them, ids by their places. */
const sent = (questions: readonly WrittenQuestion[]): AskedQuestion[] =>
  asked(
    questions.map(({ type, title, options }, at) => ({
      id: at + 1,
      type,
      title,
      options: type === 'text' ? [] : options.map((option, place) => ({ ...option, id: place + 1 })),
    })),
  );

export function Preview({ title, questions, onClose }: PreviewProps) {
  const t = useText('testAuthors');
  const tt = useText('tests');
  const [tried, setTried] = useState(() => sent(questions));
  const [index, setIndex] = useState(0);
  const question = tried[index];
  const change = (next: AskedQuestion) => setTried(tried.map((one, at) => (at === index ? next : one)));
  return (
    <AskDialog
      wide
      title={t('preview.title', { title })}
      onClose={onClose}
      foot={
        <>
          <Button
            intent="primary"
            text={tt('next')}
            endIcon={<ArrowRightIcon size={14} />}
            disabled={index >= tried.length - 1}
            onClick={() => setIndex(index + 1)}
            data-testid="preview-next"
          />
          <Button
            text={tt('previous')}
            icon={<ArrowLeftIcon size={14} />}
            disabled={index === 0}
            onClick={() => setIndex(index - 1)}
          />
          <span className="rare">
            <Button text={t('common:close')} onClick={onClose} data-testid="preview-close" />
          </span>
        </>
      }
    >
      <div className="authoring-preview" data-testid="test-preview">
        <ol className="tests-steps" aria-label={tt('questions')}>
          {tried.map((one, at) => (
            <li key={one.id}>
              <button
                type="button"
                className={classes('tests-step num')}
                aria-current={at === index ? 'step' : undefined}
                onClick={() => setIndex(at)}
              >
                {at + 1}
              </button>
            </li>
          ))}
        </ol>
        {question === undefined ? (
          <p className="muted">{t('preview.none')}</p>
        ) : (
          <QuestionSheet
            key={question.id}
            question={question}
            place={tt('question', { number: index + 1, all: tried.length })}
            held={false}
            onType={(text) => change({ ...question, text })}
            onChoose={(optionId) => change(choose(question, optionId))}
          />
        )}
        <p className="muted text-xs">{t('preview.text')}</p>
      </div>
    </AskDialog>
  );
}
