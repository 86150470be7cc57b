/** The questions of a draft: written, moved by buttons or Alt with the arrows, what is right marked, taken out and back. */
import { Button, HTMLSelect } from '@blueprintjs/core';
import {
  ArrowDownIcon,
  ArrowUpIcon,
  CrossIcon,
  DuplicateIcon,
  PlusIcon,
  TrashIcon,
  UndoIcon,
} from '@blueprintjs/icons';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { OPTIONS_MAX, QUESTION_TYPES, QUESTIONS_MAX, type QuestionType } from '../../../contract/staffTests.ts';
import { ACCEPTED_MAX, TEST_LENGTHS } from '../../../contract/testAuthors.ts';
import { gapsOf } from '../../../machines/staffTest/gaps.ts';
import { useText } from '../../i18n/index.ts';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { hasTooMany, nextKey, type OptionFields, type QuestionFields, questionOf } from './writing.ts';

interface QuestionsFieldProps {
  value: readonly QuestionFields[];
  onChange: (value: readonly QuestionFields[]) => void;
  disabled: boolean;
}

/** A question is answered by one of four as a rule: two lines wait for words. */
const EMPTY_OPTIONS: readonly OptionFields[] = [
  { key: 1, title: '', is_correct: false },
  { key: 2, title: '', is_correct: false },
];

const moved = <T,>(list: readonly T[], from: number, to: number): readonly T[] => {
  const one = list[from];
  if (one === undefined || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), one, ...rest.slice(to)];
};

export function QuestionsField({ value, onChange, disabled }: QuestionsFieldProps) {
  const t = useText('testAuthors');
  const list = useRef<HTMLOListElement>(null);
  const [removed, setRemoved] = useState<{ question: QuestionFields; at: number } | null>(null);
  /** What has the focus once the list is redrawn: a moved line loses it. */
  const wanted = useRef<(() => Element | null | undefined) | null>(null);
  useLayoutEffect(() => {
    const element = wanted.current?.();
    wanted.current = null;
    if (element instanceof HTMLElement) element.focus();
  });
  const focusTitle = (key: number) => {
    wanted.current = () => list.current?.querySelector(`[data-question="${key}"] textarea`);
  };

  function move(from: number, to: number): void {
    const focused = document.activeElement;
    wanted.current = () => focused;
    onChange(moved(value, from, to));
  }
  function insert(question: QuestionFields, at: number): void {
    onChange([...value.slice(0, at), question, ...value.slice(at)]);
    focusTitle(question.key);
  }
  const add = (type: QuestionType) =>
    insert({ key: nextKey(value), type, title: '', accepted: '', options: EMPTY_OPTIONS }, value.length);
  function remove(at: number): void {
    const question = value[at];
    if (question === undefined) return;
    setRemoved({ question, at });
    onChange(value.filter((_, place) => place !== at));
    wanted.current = () => list.current?.parentElement?.querySelector('[data-testid="question-back"]');
  }
  const full = value.length >= QUESTIONS_MAX;
  return (
    <section className="authoring-questions" aria-label={t('form.questions')}>
      <h2 className="section-title">
        {t('form.questions')} <span className="muted num">{value.length}</span>
      </h2>
      <ol ref={list}>
        {value.map((question, at) => (
          <Question
            key={question.key}
            question={question}
            at={at}
            last={at === value.length - 1}
            disabled={disabled}
            onChange={(next) => onChange(value.map((one) => (one.key === next.key ? next : one)))}
            onMove={(by) => move(at, at + by)}
            onRemove={() => remove(at)}
            onDouble={full ? undefined : () => insert({ ...question, key: nextKey(value) }, at + 1)}
          />
        ))}
      </ol>
      {removed !== null && (
        <Notice
          tone="info"
          inset
          action={
            <Button
              size="small"
              icon={<UndoIcon size={14} />}
              text={t('form.back')}
              disabled={disabled}
              onClick={() => {
                setRemoved(null);
                const { question, at } = removed;
                const key = value.some((one) => one.key === question.key) ? nextKey(value) : question.key;
                insert({ ...question, key }, Math.min(at, value.length));
              }}
              data-testid="question-back"
            />
          }
        >
          {t('form.removed', { number: removed.at + 1, title: removed.question.title.trim() || t('form.blank') })}
        </Notice>
      )}
      {value.length === 0 && <p className="muted">{t('form.noQuestions')}</p>}
      {!disabled && (
        <div className="authoring-add">
          {QUESTION_TYPES.map((type) => (
            <Button
              key={type}
              icon={<PlusIcon size={14} />}
              text={t(`form.add.${type}`)}
              disabled={full}
              onClick={() => add(type)}
              data-testid={`question-add-${type}`}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface QuestionProps {
  question: QuestionFields;
  at: number;
  last: boolean;
  disabled: boolean;
  onChange: (question: QuestionFields) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onDouble: (() => void) | undefined;
}

function Question({ question, at, last, disabled, onChange, onMove, onRemove, onDouble }: QuestionProps) {
  const t = useText('testAuthors');
  const id = useId();
  const { type, title, options, accepted } = question;
  const number = at + 1;
  const [gap] = gapsOf({ title: '-', questions: [questionOf(question)], endsAt: null, audience: null }, 0);
  const box = useRef<HTMLLIElement>(null);
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    box.current?.querySelector<HTMLElement>(`[data-option="${wanted.current}"] input[type="text"]`)?.focus();
    wanted.current = null;
  });
  function onKeyDown(event: KeyboardEvent): void {
    if (disabled || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }
  const setOption = (key: number, change: Partial<OptionFields>) =>
    onChange({ ...question, options: options.map((one) => (one.key === key ? { ...one, ...change } : one)) });
  /** Of a single question the marked one is the only right one. */
  const mark = (key: number, is_correct: boolean) =>
    onChange({
      ...question,
      options: options.map((one) =>
        one.key === key ? { ...one, is_correct } : type === 'single' ? { ...one, is_correct: false } : one,
      ),
    });
  function addOption(): void {
    const key = nextKey(options);
    wanted.current = key;
    onChange({ ...question, options: [...options, { key, title: '', is_correct: false }] });
  }
  function removeOption(key: number): void {
    const place = options.findIndex((one) => one.key === key);
    wanted.current = options[place + 1]?.key ?? options[place - 1]?.key ?? null;
    onChange({ ...question, options: options.filter((one) => one.key !== key) });
  }
  return (
    <li ref={box} className="authoring-question" data-question={question.key} onKeyDown={onKeyDown}>
      <div className="authoring-question-head">
        <b className="num">{t('form.number', { number })}</b>
        <HTMLSelect
          aria-label={t('form.kindOf', { number })}
          disabled={disabled}
          value={type}
          onChange={({ target }) =>
            onChange({ ...question, type: QUESTION_TYPES.find((one) => one === target.value) ?? type })
          }
          options={QUESTION_TYPES.map((one) => ({ value: one, label: t(`form.kinds.${one}`) }))}
        />
        {!disabled && (
          <span className="authoring-question-actions">
            <Button
              variant="minimal"
              size="small"
              icon={<ArrowUpIcon size={14} />}
              aria-label={t('form.up', { number })}
              title={t('form.upTitle')}
              disabled={at === 0}
              onClick={() => onMove(-1)}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<ArrowDownIcon size={14} />}
              aria-label={t('form.down', { number })}
              title={t('form.downTitle')}
              disabled={last}
              onClick={() => onMove(1)}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<DuplicateIcon size={14} />}
              aria-label={t('form.double', { number })}
              title={t('form.doubleTitle')}
              disabled={onDouble === undefined}
              onClick={onDouble}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<TrashIcon size={14} />}
              aria-label={t('form.remove', { number })}
              title={t('form.removeTitle')}
              onClick={onRemove}
            />
          </span>
        )}
      </div>
      <textarea
        className="bp6-input authoring-title"
        rows={2}
        aria-label={t('form.titleOf', { number })}
        placeholder={t('form.titleHint')}
        maxLength={TEST_LENGTHS.question}
        disabled={disabled}
        value={title}
        onChange={({ target }) => onChange({ ...question, title: target.value })}
      />
      {type === 'text' ? (
        <>
          <label className="field-label" htmlFor={`${id}-accepted`}>
            {t('form.accepted')}
          </label>
          <textarea
            id={`${id}-accepted`}
            className="bp6-input"
            rows={2}
            aria-describedby={`${id}-help`}
            disabled={disabled}
            value={accepted}
            onChange={({ target }) => onChange({ ...question, accepted: target.value })}
          />
          <p className="field-help" id={`${id}-help`}>
            {t('form.acceptedHelp')}
          </p>
        </>
      ) : (
        <fieldset className="authoring-options" aria-label={t('form.optionsOf', { number })} disabled={disabled}>
          {options.map((option, place) => (
            <div key={option.key} className="authoring-option" data-option={option.key}>
              <input
                type={type === 'single' ? 'radio' : 'checkbox'}
                name={`${id}-right`}
                aria-label={t('form.right', { number: place + 1 })}
                title={t('form.rightTitle')}
                checked={option.is_correct}
                onChange={({ target }) => mark(option.key, target.checked)}
              />
              <input
                type="text"
                className="bp6-input"
                aria-label={t('form.option', { number: place + 1 })}
                placeholder={t('form.option', { number: place + 1 })}
                autoComplete="off"
                maxLength={TEST_LENGTHS.option}
                value={option.title}
                onChange={({ target }) => setOption(option.key, { title: target.value })}
              />
              <Button
                variant="minimal"
                size="small"
                icon={<CrossIcon size={12} />}
                aria-label={t('form.removeOption', { number: place + 1 })}
                disabled={disabled}
                onClick={() => removeOption(option.key)}
              />
            </div>
          ))}
          <Button
            variant="minimal"
            size="small"
            icon={<PlusIcon size={12} />}
            text={t('form.addOption')}
            disabled={disabled || options.length >= OPTIONS_MAX}
            onClick={addOption}
          />
        </fieldset>
      )}
      {hasTooMany(question) && (
        <Reason>{t('form.tooMany', { count: questionOf(question).accepted.length, max: ACCEPTED_MAX })}</Reason>
      )}
      {gap !== undefined && <Reason>{t(`form.lacks.${gap.what}`)}</Reason>}
    </li>
  );
}
