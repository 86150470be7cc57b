/** A text that is sent, in both languages: its variables, the SMS that it takes and an example while it is typed. */
import { Button, HTMLSelect } from '@blueprintjs/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Names } from '../../contract/directory/fields.ts';
import { exampleOf, smsOf, unknownVariable, variablesIn, withPlainApostrophes } from '../../contract/messages.ts';
import { useText } from '../i18n/index.ts';
import { AreaField } from '../ui/form/fields.tsx';
import type { FieldBinding } from '../ui/form/useForm.ts';

interface MessageFieldProps extends FieldBinding<Names> {
  label: string;
  max: number;
  variables: readonly string[];
}

export function MessageField(props: MessageFieldProps) {
  const { value, onChange, error, max, variables } = props;
  const isRight = ({ uz }: Names) => uz.trim() !== '' && uz.length <= max && unknownVariable(uz, variables) === null;
  const faulty = isRight(value) ? 'ru' : 'uz';
  return (['uz', 'ru'] as const).map((tongue) => (
    <OneMessage
      key={tongue}
      {...props}
      tongue={tongue}
      value={value[tongue]}
      onChange={(text) => onChange({ ...value, [tongue]: text })}
      onPropose={(text) => onChange({ ...value, [tongue]: text })}
      error={tongue === faulty ? error : undefined}
    />
  ));
}

interface OneMessageProps extends FieldBinding<string> {
  label: string;
  max: number;
  variables: readonly string[];
  tongue: 'uz' | 'ru';
}

function OneMessage({ label, max, variables, tongue, ...binding }: OneMessageProps) {
  const t = useText('directory');
  const frame = useRef<HTMLDivElement>(null);
  const { name, value, onChange, disabled } = binding;

  function insert(variable: string): void {
    const area = frame.current?.querySelector('textarea');
    if (!area) return;
    const { selectionStart: from, selectionEnd: to } = area;
    const word = `{${variable}}`;
    flushSync(() => onChange(value.slice(0, from) + word + value.slice(to)));
    area.focus();
    area.setSelectionRange(from + word.length, from + word.length);
  }

  const example = exampleOf(value, tongue);
  const { length, parts } = smsOf(example);
  const hasVariables = variablesIn(value).length > 0;
  const plain = withPlainApostrophes(value);
  const saved = parts - smsOf(exampleOf(plain, tongue)).parts;
  const named = t(`named.${tongue}`, { field: label });
  return (
    <div className="message-field" ref={frame}>
      <AreaField {...binding} name={`${name}.${tongue}`} label={named} maxLength={max} rows={4} />
      <div className="message-line">
        <span>{t(hasVariables ? 'message.exampleLength' : 'message.length', { length, parts })}</span>
        {!disabled && (
          <HTMLSelect
            value=""
            aria-label={`${named}: ${t('message.insert')}`}
            onChange={(event) => insert(event.currentTarget.value)}
          >
            <option value="">{t('message.insert')}</option>
            {variables.map((variable) => (
              <option key={variable} value={variable}>
                {t(`message.variables.${variable}`)}
              </option>
            ))}
          </HTMLSelect>
        )}
      </div>
      {saved > 0 && !disabled && (
        <div className="message-line">
          <span>{t('message.apostrophes', { parts: parts - saved })}</span>
          <Button variant="minimal" size="small" text={t('message.replace')} onClick={() => onChange(plain)} />
        </div>
      )}
      {hasVariables && (
        <p className="message-example">
          <b>{t('message.example')}</b> {example}
        </p>
      )}
    </div>
  );
}
