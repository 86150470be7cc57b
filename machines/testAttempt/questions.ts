/** Questions while they are answered: the choice is kept in `is_correct` of the options (spec 4 "Tests", decision 15). */
import type { QuestionType, SavedAnswer, TestQuestion } from '../../contract/staffTests.ts';

export interface AskedOption {
  id: number;
  title: string;
  /** What the person chose. What is right is known to the server alone. */
  is_correct: boolean;
}

export interface AskedQuestion {
  id: number;
  type: QuestionType;
  title: string;
  options: AskedOption[];
  text: string;
  later: boolean;
}

/** Questions as they are loaded: every flag is reset to false, whatever came (spec 4). */
export const asked = (questions: readonly (Omit<TestQuestion, 'options'> & { options: readonly AskedOption[] })[]) =>
  questions.map(
    ({ id, type, title, options }): AskedQuestion => ({
      id,
      type,
      title,
      options: options.map((option) => ({ id: option.id, title: option.title, is_correct: false })),
      text: '',
      later: false,
    }),
  );

/** The question with an answer that was kept. Options that it does not have are left out. */
export const withAnswer = (question: AskedQuestion, { option_ids, text, later }: Omit<SavedAnswer, 'question_id'>) => ({
  ...question,
  options: question.options.map((option) => ({ ...option, is_correct: option_ids.includes(option.id) })),
  text,
  later,
});

export const answerOf = ({ id, options, text, later }: AskedQuestion): SavedAnswer => ({
  question_id: id,
  option_ids: options.filter((option) => option.is_correct).map((option) => option.id),
  text,
  later,
});

export const isAnswered = ({ type, options, text }: AskedQuestion): boolean =>
  type === 'text' ? text.trim() !== '' : options.some((option) => option.is_correct);

/** An option is pressed: of a single question it is the only one then, of a multi question it is turned. */
export const choose = (question: AskedQuestion, optionId: number): AskedQuestion => ({
  ...question,
  options: question.options.map((option) => ({
    ...option,
    is_correct:
      option.id === optionId
        ? question.type === 'single' || !option.is_correct
        : question.type === 'multi' && option.is_correct,
  })),
});
