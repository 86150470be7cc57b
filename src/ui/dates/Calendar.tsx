/** Blueprint's calendars with our names; loaded when one is first opened. */
import { DatePicker3, DateRangePicker3 } from '@blueprintjs/datetime2';
import { tashkentDay } from '../../format/dates.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { dayInWords, dayOfLocal, locales, localNoon } from './locale.ts';
import 'virtual:blueprint-datetime.css';
import './calendar.css';

export interface DayLimits {
  /** first and last day that may be chosen */
  from?: string | undefined;
  to?: string | undefined;
}

const EARLIEST = '2000-01-01';
const LATEST_YEARS = 20;

/** What both calendars share: names, the first weekday, today by Tashkent, limits. */
function useCalendar({ from, to }: DayLimits) {
  const t = useText('kit');
  const language = useLanguage();
  const locale = locales[language];
  const today = tashkentDay(Date.now());
  const last = to ?? `${Number(today.slice(0, 4)) + LATEST_YEARS}-12-31`;
  return {
    locale,
    minDate: localNoon(from ?? EARLIEST),
    maxDate: localNoon(last),
    highlightCurrentDay: true,
    dayPickerProps: {
      // given here as well: the picker itself knows its locale only after the first drawing
      locale,
      weekStartsOn: 1 as const,
      today: localNoon(today),
      fixedWeeks: true,
      formatters: {
        formatWeekdayName: (date: Date) => locale.localize?.day(date.getDay(), { width: 'short' }),
        // the button of a day is read whole, not as a bare number
        formatDay: (date: Date) => (
          <>
            <span aria-hidden="true">{date.getDate()}</span>
            <span className="unseen">{dayInWords(date, language)}</span>
          </>
        ),
        formatMonthCaption: (date: Date) => locale.localize?.month(date.getMonth(), {}),
      },
      labels: {
        labelWeekday: (date: Date) => locale.localize?.day(date.getDay(), { width: 'wide' }),
        labelPrevious: () => t('dates.previous'),
        labelNext: () => t('dates.next'),
        labelMonthDropdown: () => t('dates.month'),
        labelYearDropdown: () => t('dates.year'),
      },
    },
  };
}

export interface DayCalendarProps extends DayLimits {
  value: string | null;
  onChange: (day: string) => void;
}

/** One month, one day to choose. */
export default function DayCalendar({ value, onChange, ...limits }: DayCalendarProps) {
  const { dayPickerProps, ...calendar } = useCalendar(limits);
  return (
    <DatePicker3
      {...calendar}
      dayPickerProps={dayPickerProps}
      canClearSelection={false}
      value={value === null ? null : localNoon(value)}
      onChange={(date, byPerson) => {
        if (date !== null && byPerson) onChange(dayOfLocal(date));
      }}
    />
  );
}

export interface RangeCalendarProps extends DayLimits {
  value: readonly [from: string | null, to: string | null];
  /** both ends, or the first of them while the other is still to be chosen */
  onChange: (from: string | null, to: string | null) => void;
}

/** One month, two days to choose; the same day twice is one day. */
export function RangeCalendar({ value: [from, to], onChange, ...limits }: RangeCalendarProps) {
  const { dayPickerProps, ...calendar } = useCalendar(limits);
  return (
    <DateRangePicker3
      {...calendar}
      dayPickerProps={dayPickerProps}
      allowSingleDayRange
      singleMonthOnly
      shortcuts={false}
      value={[from === null ? null : localNoon(from), to === null ? null : localNoon(to)]}
      onChange={([first, last]) => onChange(first && dayOfLocal(first), last && dayOfLocal(last))}
    />
  );
}
