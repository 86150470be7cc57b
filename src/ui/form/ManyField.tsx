import { CrossIcon } from '@blueprintjs/icons';
import { type ReactNode, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import { Field } from '../Field.tsx';
import { RemoteSelect } from './RemoteSelect.tsx';
import type { RemoteSource } from './remote.ts';
import type { FieldBinding } from './useForm.ts';

/** What is chosen, as JSON. */
export type Chosen = { id: number; title: string };

interface ManyFieldProps
  extends Pick<FieldBinding<readonly Chosen[]>, 'value' | 'onChange' | 'onBlur' | 'error' | 'disabled'> {
  label: string;
  help?: ReactNode;
  of: RemoteSource;
  /** on the button that opens the list: "Omborchi qoʻshish" */
  add: string;
}

/** Several of a list of the server, searched; each is shown by name with its own remove button. */
export function ManyField({ label, help, of, add, value, onChange, onBlur, error, disabled }: ManyFieldProps) {
  const t = useText('kit');
  const frame = useRef<HTMLDivElement>(null);
  /** Its button is gone with it: the hand goes on to the one that adds. */
  function take(id: number): void {
    frame.current?.querySelector<HTMLElement>('[aria-haspopup="listbox"]')?.focus();
    onChange(value.filter((one) => one.id !== id));
  }
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <div ref={frame}>
          {value.length > 0 && (
            <ul className="many-chosen">
              {value.map((one) => (
                <li key={one.id}>
                  <span>{one.title}</span>
                  {!disabled && (
                    <button
                      type="button"
                      className="bp6-button bp6-minimal bp6-small"
                      aria-label={t('form.select.remove', { name: one.title })}
                      onClick={() => take(one.id)}
                    >
                      <CrossIcon size={12} />
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )}
          <RemoteSelect
            of={of}
            value={null}
            label={label}
            empty={add}
            wiring={wiring}
            {...{ onBlur, disabled }}
            fill
            onChange={(option) => {
              if (option !== null && !value.some(({ id }) => id === option.id))
                onChange([...value, { id: option.id, title: option.title }]);
            }}
          />
        </div>
      )}
    </Field>
  );
}
