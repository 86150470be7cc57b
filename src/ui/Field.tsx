import { EyeOffIcon, EyeOpenIcon, WarningSignIcon } from '@blueprintjs/icons';
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classes } from './look.ts';

/** Spread onto the control, so that its label, help and error belong to it. */
export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  unit?: ReactNode;
  /** the word that marks one of the few optional fields */
  optional?: ReactNode;
  help?: ReactNode;
  /** replaces the help; names the rule and the figure */
  error?: ReactNode;
  /** right aligned, tabular figures */
  number?: boolean;
  children: (wiring: FieldWiring) => ReactNode;
}

const present = (node: ReactNode) => node !== undefined && node !== null && node !== false && node !== '';

export function Field({ label, unit, optional, help, error, number, children }: FieldProps) {
  const id = useId();
  const wrong = present(error);
  const described = wrong || present(help);
  return (
    <div className={classes('field', number && 'number')}>
      <label className="field-label" htmlFor={id}>
        {label}
        {present(unit) && <span className="unit">{unit}</span>}
        {present(optional) && <span className="optional">{optional}</span>}
      </label>
      {children({ id, 'aria-describedby': described ? `${id}-note` : undefined, 'aria-invalid': wrong || undefined })}
      {described && (
        <div className={classes('field-help', wrong && 'error')} id={`${id}-note`} role={wrong ? 'alert' : undefined}>
          {wrong ? error : help}
        </div>
      )}
    </div>
  );
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: React.Ref<HTMLInputElement> };

/** Plain text input in our dress; takes the wiring of a `Field`. */
export function TextInput({ className, ...props }: InputProps) {
  return <input type="text" {...props} className={classes('bp6-input', className)} />;
}

export interface PasswordInputProps extends InputProps {
  labels: { show: string; hide: string; capsLock: string };
}

/** Password with an eye, and a word when Caps Lock is on. */
export function PasswordInput({ labels, className, onKeyDown, onKeyUp, onBlur, ...props }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const noticeId = useId();
  const watch = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'));
  const Eye = shown ? EyeOffIcon : EyeOpenIcon;
  return (
    <>
      <div className="bp6-input-group">
        <input
          {...props}
          type={shown ? 'text' : 'password'}
          className={classes('bp6-input', className)}
          style={{ paddingRight: '2.5rem' }}
          aria-describedby={[props['aria-describedby'], capsLock && noticeId].filter(Boolean).join(' ') || undefined}
          onKeyDown={(event) => {
            watch(event);
            onKeyDown?.(event);
          }}
          onKeyUp={(event) => {
            watch(event);
            onKeyUp?.(event);
          }}
          onBlur={(event) => {
            setCapsLock(false);
            onBlur?.(event);
          }}
        />
        <span className="bp6-input-action">
          <button
            type="button"
            className="bp6-button bp6-minimal"
            aria-label={shown ? labels.hide : labels.show}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Eye size={16} />
          </button>
        </span>
      </div>
      <div className="field-help caps" id={noticeId} role="status">
        {capsLock && (
          <>
            <WarningSignIcon size={12} />
            {labels.capsLock}
          </>
        )}
      </div>
    </>
  );
}
