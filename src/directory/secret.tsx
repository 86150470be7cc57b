/** A secret in a form: when it was set and by whom, and an empty place for a new one; the one that is kept never comes. */
import { useState } from 'react';
import type { SetSecret } from '../../contract/directory/fields.ts';
import type { Json } from '../../contract/json.ts';
import { useText } from '../i18n/index.ts';
import { Field, TextInput } from '../ui/Field.tsx';
import type { FieldBinding } from '../ui/form/useForm.ts';
import { wordsOfSecret } from './values.ts';

/** As a form has it: what is kept, what is written in its place, false where it is taken away, null where none is set. */
export type SecretValue = SetSecret | string | false | null;

interface SecretFieldProps extends FieldBinding<SecretValue> {
  label: string;
  help?: string;
  optional?: boolean;
  max: number;
}

export function SecretField(props: SecretFieldProps) {
  const { label, name, help, optional, max, value, onChange, onBlur, error, disabled } = props;
  const t = useText('directory');
  const [kept, setKept] = useState<SetSecret | null>(null);
  const set = typeof value === 'object' ? value : null;
  const written = typeof value === 'string' ? value : '';
  // another version of the record is in the form
  if (set !== null && set !== kept) setKept(set);
  const link = (words: string, next: SecretValue) => (
    <button type="button" className="link" disabled={disabled} onClick={() => onChange(next)}>
      {words}
    </button>
  );
  if (set !== null || value === false)
    return (
      <fieldset className="field secret-field" onBlur={onBlur} data-field={name}>
        <legend className="field-label">
          {label}
          {optional && <span className="optional">{t('common:optional')}</span>}
        </legend>
        <p className="secret-set">{wordsOfSecret((set ?? false) as unknown as Json, t)}</p>
        <div className="row wrap">
          {set === null && kept !== null && link(t('secret.keep'), kept)}
          {set !== null && link(t('secret.replace'), '')}
          {set !== null && optional && link(t('secret.remove'), false)}
        </div>
        {error && (
          <div className="field-help error" role="alert">
            {error}
          </div>
        )}
      </fieldset>
    );
  return (
    <div data-field={name}>
      <Field
        label={label}
        help={help ?? t('secret.help')}
        error={error}
        {...(optional && { optional: t('common:optional') })}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="password"
            name={name}
            // not one of the person's own
            autoComplete="new-password"
            spellCheck={false}
            maxLength={max}
            disabled={disabled}
            value={written}
            onBlur={onBlur}
            onChange={(event) => onChange(event.target.value === '' && kept === null ? null : event.target.value)}
          />
        )}
      </Field>
      {kept !== null && link(t('secret.keep'), kept)}
    </div>
  );
}
