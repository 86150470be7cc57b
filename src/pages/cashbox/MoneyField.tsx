/** A large field for a sum; what a scanner types into it is no sum and is dropped. */
import { type Ref, useId, useRef, useState } from 'react';
import { formatNumber } from '../../../contract/figures.ts';
import { parseNumber } from '../../format/numbers.ts';
import { Kbd } from '../../ui/small.tsx';
import { Burst } from './strayKeys.ts';

interface MoneyFieldProps {
  label: string;
  hint?: string;
  value: number | null;
  disabled: boolean;
  /** Why what is written there cannot be taken. */
  error?: string | undefined;
  /** A sum of zero, below it or with a fraction as well: who asks for it says what is wrong. */
  onChange: (value: number | null) => void;
  inputRef?: Ref<HTMLInputElement>;
}

const LONGEST = 13;

/** Threes parted by points or commas: soʻm has no fractions that they could be. */
const IN_GROUPS = /^[\u2212-]?[1-9]\d{0,2}([.,]\d{3})+$/;

/** A fraction stays one: without its comma a hundred times the sum would stand there. */
function sumIn(written: string): number | null {
  const plain = written.replace(/\s/g, '');
  return parseNumber(IN_GROUPS.test(plain) ? plain.replace(/[.,]/g, '') : plain);
}

export function MoneyField({ label, hint, value, disabled, error, onChange, inputRef }: MoneyFieldProps) {
  const errorId = useId();
  const [text, setText] = useState<string | null>(null);
  const [burst] = useState(() => new Burst());
  const before = useRef<number | null>(null);
  return (
    <div>
      <label className="money-field">
        <span>
          {label} {hint !== undefined && <Kbd>{hint}</Kbd>}
        </span>
        <input
          ref={inputRef}
          className="num"
          inputMode="numeric"
          autoComplete="off"
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId })}
          disabled={disabled}
          value={text ?? (value === null ? '' : formatNumber(value, { decimals: 2, trim: true }))}
          onFocus={({ target }) => target.select()}
          onBlur={() => setText(null)}
          onKeyDown={(event) => {
            if (burst.begins(event)) before.current = value;
          }}
          onChange={({ target, nativeEvent }) => {
            // what is deleted or pasted afterwards is meant
            if (burst.isScan && (nativeEvent as InputEvent).inputType === 'insertText') {
              setText(null);
              onChange(before.current);
              return;
            }
            // a minus stays: without it another sum would stand there than was written
            const written = target.value.replace(/[^\d\s.,\u2212-]/g, '').slice(0, LONGEST + 4);
            setText(written);
            onChange(sumIn(written));
          }}
        />
      </label>
      {error !== undefined && (
        <p id={errorId} className="field-help error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
