import { useId } from 'react';
import { ANSWER_MAX } from '../../../contract/staffTests.ts';
import type { AskedQuestion } from '../../../machines/testAttempt/questions.ts';
import { useText } from '../../i18n/index.ts';
import { classes } from '../../ui/look.ts';
import './tests.css';

interface QuestionSheetProps {
  question: AskedQuestion;
  /** "2-savol, jami 10" */
  place: string;
  held: boolean;
  onType: (text: string) => void;
  onChoose: (optionId: number) => void;
}

/** One question as the person who takes the test sees it; its author looks at the same in the preview. */
export function QuestionSheet({ question, place, held, onType, onChoose }: QuestionSheetProps) {
  const t = useText('tests');
  const id = useId();
  const { type } = question;
  return (
    <fieldset className="tests-question" disabled={held}>
      <legend>
        <span className="muted text-xs num">{place}</span>
        <span className="tests-asked" id={id}>
          {question.title}
        </span>
      </legend>
      <p className="muted text-xs">{t(`kinds.${type}`)}</p>
      {type === 'text' ? (
        <input
          className="bp6-input"
          type="text"
          autoComplete="off"
          aria-labelledby={id}
          maxLength={ANSWER_MAX}
          value={question.text}
          onChange={(event) => onType(event.target.value)}
        />
      ) : (
        question.options.map((option) => (
          <label key={option.id} className={classes('tests-option', option.is_correct && 'chosen')}>
            <input
              type={type === 'single' ? 'radio' : 'checkbox'}
              name={id}
              checked={option.is_correct}
              onChange={() => onChoose(option.id)}
            />
            <span>{option.title}</span>
          </label>
        ))
      )}
    </fieldset>
  );
}
