import { PopoverNext } from '@blueprintjs/core';
import { CalendarIcon } from '@blueprintjs/icons';
import { lazy, Suspense, useState } from 'react';
import { formatDate } from '../../format/dates.ts';
import { parseDay } from '../../format/parseDay.ts';
import { useText } from '../../i18n/index.ts';
import type { FieldWiring } from '../Field.tsx';
import { wordsOfFault } from '../form/rules.ts';
import { classes } from '../look.ts';
import type { DayLimits, RangeCalendarProps } from './Calendar.tsx';
import { type DayFault, dayFault } from './dayFault.ts';
import './dates.css';

const DayCalendar = lazy(() => import('./Calendar.tsx'));
const LazyRange = lazy(() => import('./Calendar.tsx').then((module) => ({ default: module.RangeCalendar })));

/** Room for a month, so that nothing moves when the calendar has come. */
const Room = () => <div className="calendar-room" aria-hidden="true" />;

export const RangeCalendar = (props: RangeCalendarProps) => (
  <Suspense fallback={<Room />}>
    <LazyRange {...props} />
  </Suspense>
);

export interface DayInputProps extends DayLimits {
  /** `2026-11-21` */
  value: string | null;
  onChange: (day: string | null) => void;
  onFault?: (fault: DayFault | null) => void;
  onBlur?: () => void;
  /**
   * reports the day only when the field is left, or on Enter: each day in between would ask the server. What is no day is
   * marked beside the field, and the previous day stays.
   */
  late?: boolean;
  wiring?: FieldWiring | undefined;
  label?: string;
  name?: string;
  placeholder?: string;
  disabled?: boolean | undefined;
}

/**
 * A day, typed (`21.11.2026`, `21.11.26`, `21 11`) or chosen. What is no day stays in the field as it was typed, and
 * the value is none meanwhile.
 */
export function DayInput(props: DayInputProps) {
  const { value, onChange, onFault, onBlur, late, wiring, label, name, placeholder, disabled, from, to } = props;
  const t = useText('kit');
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  /** of a field that reports late */
  const [wrong, setWrong] = useState<DayFault | null>(null);

  function faultOf(words: string): DayFault | null {
    const day = parseDay(words);
    if (words.trim() === '') return null;
    if (day === null) return 'notADay';
    if (from !== undefined && day < from) return 'tooEarly';
    return to !== undefined && day > to ? 'tooLate' : null;
  }

  function take(words: string): void {
    const fault = faultOf(words);
    onFault?.(fault);
    if (late && fault !== null) return;
    const next = fault === null ? parseDay(words) : null;
    if (next !== value) onChange(next);
  }

  function type(words: string): void {
    setTyped(words);
    setWrong(null);
    if (!late) take(words);
  }

  /** The typed text is replaced by the formatted day. */
  function settle(): void {
    if (typed !== null) {
      if (late) take(typed);
      const fault = faultOf(typed);
      if (fault === null) setTyped(null);
      else if (late) setWrong(fault);
    }
    onBlur?.();
  }

  const choose = (day: string) => {
    setTyped(null);
    setWrong(null);
    setOpen(false);
    onFault?.(null);
    onChange(day);
  };

  return (
    <div className={classes('bp6-input-group day-input', disabled && 'bp6-disabled')}>
      <input
        {...wiring}
        aria-label={label}
        aria-invalid={wiring?.['aria-invalid'] ?? (wrong !== null || undefined)}
        name={name}
        disabled={disabled}
        className="bp6-input"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={placeholder ?? t('dates.placeholder')}
        value={typed ?? (value === null ? '' : formatDate(value))}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && late) settle();
          if (event.key !== 'ArrowDown' || !event.altKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      />
      {wrong !== null && (
        <span role="alert" className="day-fault">
          {wordsOfFault(dayFault(wrong, { from, to }) ?? { words: '' }, t)}
        </span>
      )}
      <span className="bp6-input-action">
        <PopoverNext
          arrow={false}
          animation="minimal"
          placement="bottom-end"
          isOpen={open}
          onInteraction={setOpen}
          disabled={disabled ?? false}
          content={
            <Suspense fallback={<Room />}>
              <DayCalendar value={value} onChange={choose} from={from} to={to} />
            </Suspense>
          }
        >
          <button
            type="button"
            className="bp6-button bp6-minimal"
            disabled={disabled}
            // Alt+↓ in the field opens it
            tabIndex={-1}
            aria-label={t('dates.choose')}
            aria-haspopup="dialog"
          >
            <CalendarIcon size={14} />
          </button>
        </PopoverNext>
      </span>
    </div>
  );
}
