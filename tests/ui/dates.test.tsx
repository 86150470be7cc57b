/** Days that are typed, and the calendar's names in both languages. */
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { daysIn, parseDay, writtenDays } from '../../src/format/parseDay.ts';
import { loadTexts, setLanguage } from '../../src/i18n/index.ts';
import { DayInput } from '../../src/ui/dates/DayInput.tsx';
import { PeriodFilter } from '../../src/ui/dates/PeriodFilter.tsx';

vi.mock('virtual:blueprint-datetime.css', () => ({}));

beforeAll(() => loadTexts('kit'));

/** 22 November in Tashkent, still the 21st in London. */
const now = Date.parse('2026-11-21T20:00:00Z');

describe('a typed day', () => {
  it.each([
    ['21.11.2026', '2026-11-21'],
    ['21.11.26', '2026-11-21'],
    ['21 11', '2026-11-21'],
    ['21.11', '2026-11-21'],
    ['21.11.', '2026-11-21'],
    ['1.2.2026', '2026-02-01'],
    ['21/11/2026', '2026-11-21'],
    ['21-11-26', '2026-11-21'],
    ['21112026', '2026-11-21'],
    ['211126', '2026-11-21'],
    ['2111', '2026-11-21'],
    ['2026-11-21', '2026-11-21'],
    ['  21.11.2026 ', '2026-11-21'],
    ['29.02.2028', '2028-02-29'],
    ['01.01.46', '2046-01-01'],
    ['01.01.47', '1947-01-01'],
  ])('%s is %s', (typed, day) => expect(parseDay(typed, now)).toBe(day));

  it.each(['', '21', '31.11.2026', '29.02.2026', '0.1.2026', '1.13.2026', '21.11.202', 'bugun', '21.11.2026 y. 5'])(
    '%s is none',
    (typed) => expect(parseDay(typed, now)).toBeNull(),
  );

  it('without a year is of this year in Tashkent', () => {
    expect(parseDay('1.1', Date.parse('2026-12-31T20:00:00Z'))).toBe('2027-01-01');
  });

  it('is written in the address once or as a pair, in order', () => {
    expect(daysIn('2026-11-21')).toEqual(['2026-11-21', '2026-11-21']);
    expect(daysIn('2026-11-01,2026-11-30')).toEqual(['2026-11-01', '2026-11-30']);
    for (const wrong of [null, '', '2026-13-01', '2026-11-31', '2026-11-30,2026-11-01', '2026-11-01,x'])
      expect(daysIn(wrong), String(wrong)).toBeNull();
    expect(writtenDays('2026-11-30', '2026-11-01')).toBe('2026-11-01,2026-11-30');
    expect(writtenDays('2026-11-01', '2026-11-01')).toBe('2026-11-01');
    expect(writtenDays(null, '2026-11-01')).toBe('2026-11-01');
    expect(writtenDays(null, null)).toBeNull();
  });
});

const WORDS = {
  uz: {
    choose: 'Kalendardan tanlash',
    weekdays: ['Du', 'Se', 'Ch', 'Pa', 'Ju', 'Sh', 'Ya'],
    month: 'Noyabr',
    day: 'shanba, 21-noyabr 2026',
    next: 'Keyingi oy',
    after: 'seshanba, 1-dekabr 2026',
  },
  ru: {
    choose: 'Выбрать в календаре',
    weekdays: ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'],
    month: 'Ноябрь',
    day: 'суббота, 21 ноября 2026',
    next: 'Следующий месяц',
    after: 'вторник, 1 декабря 2026',
  },
};

describe.each(['uz', 'ru'] as const)('the calendar in %s', (language) => {
  beforeAll(() => setLanguage(language));
  afterAll(() => setLanguage('uz'));
  const words = WORDS[language];

  it('has our names, begins on Monday and gives the day that was pressed', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    render(<DayInput label="Sana" value="2026-11-21" onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: words.choose }));
    const table = await screen.findByRole('grid');
    const heads = within(table)
      .getAllByRole('columnheader', { hidden: true })
      .map((head) => head.textContent);
    expect(heads.map((head) => head?.slice(0, 2))).toEqual(words.weekdays);
    const [months] = screen.getAllByRole<HTMLSelectElement>('combobox');
    expect(months?.selectedOptions[0]?.textContent).toBe(words.month);
    expect(within(table).getByRole('gridcell', { name: words.day, selected: true })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: words.next }));
    await user.click(within(screen.getByRole('grid')).getByRole('gridcell', { name: words.after }));
    expect(onChange).toHaveBeenLastCalledWith('2026-12-01');
    // date-fns's own locales are not asked for
    expect(said.mock.calls.filter(([text]) => String(text).includes('locale'))).toEqual([]);
  });
});

describe('a period', () => {
  it('is typed at both ends, and reported once it is complete', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    render(<PeriodFilter value={null} onChange={onChange} label="Ochilgan" last={null} />);
    await user.click(screen.getByRole('button', { name: 'Ochilgan: Barcha sanalar' }));
    await user.type(screen.getByLabelText('Boshlanish sanasi'), '21.11.2026');
    await user.tab();
    expect(onChange).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText('Tugash sanasi'), '1.11.26{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-11-01,2026-11-21');
  });

  it('is named as a month, a day or two days', () => {
    const named = (value: string) => {
      const { unmount } = render(<PeriodFilter value={value} onChange={() => {}} />);
      const words = screen.getByRole('button').textContent;
      unmount();
      return words;
    };
    expect(named('2026-11-01,2026-11-30')).toBe('2026, noyabr');
    expect(named('2026-11-21')).toBe('21.11.2026');
    expect(named('2026-11-20,2026-11-21')).toBe('20.11.2026 – 21.11.2026');
  });
});
