/** Forms: when a fault is shown, where the focus goes, keys, the server's words, and the fields that change what is typed. */
import { Button } from '@blueprintjs/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import type { DraftPlace } from '../../src/ui/form/drafts/forms.ts';
import { Form, SaveBar } from '../../src/ui/form/Form.tsx';
import {
  AreaField,
  CheckField,
  ChoiceField,
  DateField,
  DateRangeField,
  type Days,
  NumberField,
  PhoneField,
  phoneOf,
  phoneWritten,
  SelectField,
  SumField,
  TextField,
} from '../../src/ui/form/fields.tsx';
import type { Option, RemoteSource } from '../../src/ui/form/remote.ts';
import { digits, maxValue, minSum, phone, required } from '../../src/ui/form/rules.ts';
import { type Form as FormState, useForm } from '../../src/ui/form/useForm.ts';

const unsaved = vi.hoisted(() => ({ now: false }));
vi.mock('../../src/app/navigation.ts', () => ({
  useUnsaved: (dirty: boolean) => {
    unsaved.now = dirty;
  },
}));

const person = vi.hoisted(() => ({ id: 1 }));
vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: person.id } } }),
}));

const OF_7: DraftPlace = { form: 'rates', of: 7 };

beforeAll(() => loadTexts('kit'));

interface Partner {
  title: string;
  tin: string;
  limit: number | null;
  note: string;
}
const empty: Partner = { title: '', tin: '', limit: null, note: '' };
const onSave = vi.fn();
let form: FormState<Partner>;
beforeEach(() => onSave.mockClear());

type Refused = Readonly<Record<string, readonly string[]>>;

function PartnerForm({
  initial = empty,
  refused,
  busy,
  draft = null,
}: {
  initial?: Partner;
  refused?: Refused;
  busy?: boolean;
  draft?: DraftPlace | null;
}) {
  form = useForm<Partner>({
    draft,
    initial,
    rules: { title: required, tin: [required, digits(9)], limit: minSum },
    names: { limit: 'credit_limit' },
    refused,
    busy: busy === true,
    onSave,
  });
  return (
    <>
      <Form form={form} autoFocus={draft !== null}>
        <TextField label="Nomi" {...form.field('title')} />
        <TextField label="STIR" {...form.field('tin')} />
        <SumField label="Limit" {...form.field('limit')} />
        <AreaField label="Izoh" optional {...form.field('note')} />
      </Form>
      <SaveBar form={form} save="Saqlash" />
    </>
  );
}

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent);

describe('a form', () => {
  it('shows no error for a field that was only passed, and one for a field that was changed and left', async () => {
    const user = userEvent.setup();
    render(<PartnerForm />);
    await user.click(field('Nomi'));
    await user.tab();
    expect(alerts()).toEqual([]);
    await user.type(field('STIR'), '30562044');
    expect(alerts()).toEqual([]);
    await user.tab();
    expect(alerts()).toEqual(['9 ta raqam kerak, 8 ta yozilgan']);
    expect(field('STIR').getAttribute('aria-invalid')).toBe('true');
    await user.type(field('STIR'), '1');
    expect(alerts()).toEqual([]);
  });

  it('counts its faults beside Save after a try, and leads to the first', async () => {
    const user = userEvent.setup();
    render(<PartnerForm />);
    await user.type(field(/Limit/), '99999');
    await user.click(screen.getByRole('button', { name: 'Saqlash' }));
    expect(onSave).not.toHaveBeenCalled();
    expect(alerts()).toEqual([
      'Toʻldirilishi shart',
      'Toʻldirilishi shart',
      'Kamida 100\u202f000 boʻlishi kerak, 99\u202f999 yozilgan',
    ]);
    expect(document.activeElement).toBe(field('Nomi'));
    await user.type(field('Nomi'), 'Artel');
    await user.click(screen.getByRole('button', { name: '2 ta xato' }));
    expect(document.activeElement).toBe(field('STIR'));
  });

  it('goes on with Enter, saves with it in the last field of one line, and from anywhere with Ctrl+Enter', async () => {
    const user = userEvent.setup();
    render(<PartnerForm />);
    await user.type(field('Nomi'), 'Artel{Enter}');
    expect(document.activeElement).toBe(field('STIR'));
    await user.keyboard('305620441{Enter}');
    expect(document.activeElement).toBe(field(/Limit/));
    await user.keyboard('250 000{Enter}');
    expect(document.activeElement).toBe(field(/Izoh/));
    await user.keyboard('Bir{Enter}ikki');
    expect(onSave).not.toHaveBeenCalled();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(onSave).toHaveBeenCalledExactlyOnceWith({
      title: 'Artel',
      tin: '305620441',
      limit: 250_000,
      note: 'Bir\nikki',
    });
  });

  it('puts the server’s words at their fields until these are changed', async () => {
    const user = userEvent.setup();
    const initial = { title: 'Artel', tin: '305620441', limit: 300_000, note: '' };
    const refused = { tin: ['Bu STIR band'], credit_limit: ['Limit katta'], contract: ['Shartnoma tugagan'] };
    const { rerender } = render(<PartnerForm initial={initial} />);
    rerender(<PartnerForm initial={initial} refused={refused} />);
    expect(alerts()).toEqual(['Bu STIR band', 'Limit katta']);
    expect(form.otherErrors).toEqual(['Shartnoma tugagan']);
    expect(document.activeElement).toBe(field('STIR'));
    await user.type(field('STIR'), '{Backspace}2');
    expect(alerts()).toEqual(['Limit katta']);
    // the same is refused again
    rerender(<PartnerForm initial={initial} refused={{ tin: ['Bu ham band'] }} />);
    expect(alerts()).toEqual(['Bu ham band']);
  });

  it('knows whether anything would be lost, and sends nothing twice', async () => {
    const user = userEvent.setup();
    const initial = { title: 'Artel', tin: '305620441', limit: 300_000, note: '' };
    const { rerender } = render(<PartnerForm initial={initial} />);
    expect(unsaved.now).toBe(false);
    await user.type(field('Nomi'), 'x');
    expect(unsaved.now).toBe(true);
    await user.type(field('Nomi'), '{Backspace}');
    expect(unsaved.now).toBe(false);
    await user.type(field(/Limit/), 'abc');
    expect(unsaved.now).toBe(true);
    rerender(<PartnerForm initial={initial} busy />);
    expect(unsaved.now).toBe(false);
    expect(field('Nomi').disabled).toBe(true);
    act(() => form.save());
    expect(onSave).not.toHaveBeenCalled();
  });

  it('offers what was written earlier, and shows the current values of the other fields', async () => {
    const user = userEvent.setup();
    const initial = { title: 'Artel', tin: '305620441', limit: 300_000, note: '' };
    const first = render(<PartnerForm initial={initial} draft={OF_7} />);
    expect(document.activeElement).toBe(field('Nomi'));
    await user.type(field(/Izoh/), 'Payshanba');
    first.unmount();

    const second = render(<PartnerForm initial={{ ...initial, title: 'Artel Savdo' }} draft={OF_7} />);
    const offer = await screen.findByTestId('form-draft');
    expect(offer.textContent).toContain('«Payshanba» 1 ta maydon yozilgan');
    // nothing is put into the form unasked
    expect(form.values).toEqual({ ...initial, title: 'Artel Savdo' });
    await user.click(screen.getByRole('button', { name: kit.form.draft.take }));
    expect(form.values).toEqual({ ...initial, title: 'Artel Savdo', note: 'Payshanba' });
    await user.click(screen.getByRole('button', { name: kit.form.startOver }));
    expect(form.values).toEqual({ ...initial, title: 'Artel Savdo' });
    // set aside, not lost
    await user.click(screen.getByRole('button', { name: kit.form.draft.back }));
    expect(form.values.note).toBe('Payshanba');
    second.unmount();
  });

  it('chooses by itself the only option of a list, which is nothing that is lost, and none of two', () => {
    const listOf = (...options: Option[]): RemoteSource => ({
      useFound: (_search, _page, enabled) => ({
        options: enabled ? options : [],
        more: false,
        loading: false,
        error: null,
      }),
      useTitle: () => undefined,
    });
    const [one, other] = [
      { id: 1, title: 'Chilonzor', note: 'Toshkent' },
      { id: 2, title: 'Yunusobod' },
    ];
    let chosen: FormState<{ organization: Option | null }> | undefined;
    function Ask({ of, at = null }: { of: RemoteSource; at?: Option | null }) {
      chosen = useForm<{ organization: Option | null }>({
        draft: null,
        initial: { organization: at },
        onSave: vi.fn(),
      });
      return <ChoiceField label="Tashkilot" of={of} only {...chosen.field('organization')} />;
    }
    const first = render(<Ask of={listOf(one)} />);
    expect(chosen).toMatchObject({ values: { organization: { id: 1, title: 'Chilonzor' } }, isDirty: false });
    first.unmount();
    const second = render(<Ask of={listOf(one, other)} />);
    expect(chosen?.values.organization).toBeNull();
    second.unmount();
    render(<Ask of={listOf(one)} at={other} />);
    expect(chosen?.values.organization).toEqual(other);
  });

  it('saves with Ctrl+Enter on a choice, whose list stays closed as the keys come up', async () => {
    const user = userEvent.setup();
    const saved = vi.fn();
    const pressed = vi.fn();
    function Ask() {
      const asked = useForm<{ title: string }>({ draft: null, initial: { title: '' }, onSave: saved });
      return (
        <Form form={asked}>
          <TextField label="Izoh" {...asked.field('title')} />
          <Button text="Tashkilot" onClick={pressed} />
        </Form>
      );
    }
    render(<Ask />);
    await user.type(field('Izoh'), 'Artel');
    const button = screen.getByRole('button', { name: 'Tashkilot' });
    button.focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(saved).toHaveBeenCalledOnce();
    expect(pressed).not.toHaveBeenCalled();
    // Enter alone presses it, also after keys that came up elsewhere
    fireEvent.keyDown(button, { key: 'Enter', ctrlKey: true });
    await user.keyboard('{Enter}');
    expect(pressed).toHaveBeenCalledOnce();
  });

  it('offers nothing to another person, of another record, of what was saved, or after thirty days', async () => {
    const user = userEvent.setup();
    const opened = async (draft: DraftPlace) => {
      const { unmount } = render(<PartnerForm draft={draft} />);
      await act(async () => {});
      const offered = screen.queryByTestId('form-draft') !== null;
      return { unmount, offered };
    };
    const first = await opened(OF_7);
    await user.type(field('Nomi'), 'Artel');
    first.unmount();
    const again = async (draft: DraftPlace) => {
      const { unmount, offered } = await opened(draft);
      unmount();
      return offered;
    };
    expect(await again(OF_7)).toBe(true);
    expect(await again({ ...OF_7, of: 8 })).toBe(false);
    expect(await again({ ...OF_7, form: 'test' })).toBe(false);
    person.id = 2;
    expect(await again(OF_7)).toBe(false);
    person.id = 1;
    const DAY = 86_400_000;
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * DAY - 60_000);
    expect(await again(OF_7)).toBe(true);
    now.mockReturnValue(Date.now() + 120_000);
    expect(await again(OF_7)).toBe(false);
    now.mockRestore();

    const saved = await opened(OF_7);
    await user.type(field('Nomi'), 'Artel');
    act(() => form.draft.drop());
    saved.unmount();
    expect(await again(OF_7)).toBe(false);
  });

  it('keeps a draft of its own beside the one on offer', async () => {
    const user = userEvent.setup();
    const first = render(<PartnerForm draft={OF_7} />);
    await user.type(field('Nomi'), 'Artel');
    first.unmount();
    const second = render(<PartnerForm draft={OF_7} />);
    await screen.findByTestId('form-draft');
    await user.type(field('Nomi'), 'Akfa');
    await user.click(screen.getByRole('button', { name: kit.form.draft.take }));
    expect(form.values.title).toBe('Artel');
    act(() => form.draft.drop());
    second.unmount();
    render(<PartnerForm draft={OF_7} />);
    expect((await screen.findByTestId('form-draft')).textContent).toContain('«Akfa»');
  });

  it('does not keep a phone or a personal number in the browser', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    function WithPhone({ draft }: { draft: DraftPlace }) {
      const kept = useForm({ draft, initial: { phone: '' }, onSave });
      return (
        <Form form={kept}>
          <PhoneField label="Telefon" {...kept.field('phone')} />
        </Form>
      );
    }
    expect(() => render(<WithPhone draft={OF_7} />)).toThrow('its draft is kept on the server');
  });

  it('says at its field what another person has put there since', async () => {
    const user = userEvent.setup();
    const first = render(<PartnerForm draft={OF_7} />);
    await user.type(field('Nomi'), 'Artel');
    first.unmount();
    render(<PartnerForm initial={{ ...empty, title: 'Artel Savdo' }} draft={OF_7} />);
    await user.click(await screen.findByRole('button', { name: kit.form.draft.take }));
    expect(alerts()).toEqual(['Siz yozgandan keyin bu yer «Artel Savdo» boʻldi']);
    await user.type(field('Nomi'), ' 2');
    expect(alerts()).toEqual([]);
  });
});

describe('fields', () => {
  interface Values {
    sum: number | null;
    percent: number | null;
    phone: string;
    day: string | null;
    days: Days;
    kind: 'a' | 'b' | null;
    agreed: boolean;
  }
  let values: Values;
  let errors: object;
  const start: Values = {
    sum: 12_450_000,
    percent: null,
    phone: '',
    day: '2026-11-21',
    days: [null, null],
    kind: null,
    agreed: false,
  };
  function Fields() {
    const all = useForm<Values>({ draft: null, initial: start, rules: { phone, percent: maxValue(100) }, onSave });
    values = all.values;
    errors = all.errors;
    return (
      <Form form={all}>
        <SumField label="Summa" {...all.field('sum')} />
        <NumberField label="Foiz" decimals={2} {...all.field('percent')} />
        <PhoneField label="Telefon" {...all.field('phone')} />
        <DateField label="Sana" from="2026-01-01" {...all.field('day')} />
        <DateRangeField label="Muddat" {...all.field('days')} />
        <SelectField
          label="Turi"
          options={[
            { value: 'a', title: 'Birinchi' },
            { value: 'b', title: 'Ikkinchi' },
          ]}
          {...all.field('kind')}
        />
        <CheckField label="Roziman" {...all.field('agreed')} />
      </Form>
    );
  }

  it('group figures while they are not typed in, and no wheel changes them', async () => {
    const user = userEvent.setup();
    render(<Fields />);
    const sum = field(/Summa/);
    expect(sum.value).toBe('12\u202f450\u202f000');
    await user.click(sum);
    expect(sum.value).toBe('12450000');
    fireEvent.wheel(sum, { deltaY: 100 });
    expect(sum.type).toBe('text');
    expect(values.sum).toBe(12_450_000);
    await user.clear(sum);
    await user.type(sum, '1 500 000');
    expect(values.sum).toBe(1_500_000);
    await user.tab();
    expect(sum.value).toBe('1\u202f500\u202f000');
    await user.type(field(/Foiz/), '12,75');
    expect(values.percent).toBe(12.75);
    await user.tab();
    expect(field(/Foiz/).value).toBe('12,75');
  });

  it('keep invalid figures as typed, with an error', async () => {
    const user = userEvent.setup();
    render(<Fields />);
    const sum = field(/Summa/);
    await user.clear(sum);
    await user.type(sum, '12x');
    await user.tab();
    expect(sum.value).toBe('12x');
    expect(values.sum).toBeNull();
    expect(errors).toEqual({ sum: 'Bu son emas. Masalan: 12 500' });
    await user.clear(sum);
    await user.type(sum, '12,5');
    expect(errors).toEqual({ sum: 'Butun son kerak' });
    await user.clear(sum);
    await user.tab();
    expect(errors).toEqual({});
  });

  it('write a phone as it is typed, the code by themselves', async () => {
    const user = userEvent.setup();
    render(<Fields />);
    const input = field('Telefon');
    await user.click(input);
    expect(input.value).toBe('+998 ');
    await user.keyboard('9012345');
    expect(input.value).toBe('+998 90 123 45');
    await user.tab();
    expect(errors).toEqual({ phone: '+998 dan keyin 9 ta raqam kerak, 7 ta yozilgan' });
    await user.click(input);
    await user.keyboard('678');
    expect(values.phone).toBe('+998901234567');
    // a digit is changed in the middle and the hand stays there
    input.setSelectionRange(6, 7);
    await user.keyboard('7');
    expect(values.phone).toBe('+998971234567');
    expect(input.selectionStart).toBe(7);
  });

  it.each([
    ['901234567', '+998901234567'],
    ['+998 90 123 45 67', '+998901234567'],
    ['998901234567', '+998901234567'],
    ['+998 +998 90 123 45 67', '+998901234567'],
    ['+7 901 234 56 78', '+79012345678'],
    ['', ''],
  ])('take the phone %s pasted', (pasted, value) => {
    expect(phoneOf(pasted)).toBe(value);
    if (value.startsWith('+998')) expect(phoneWritten(value)).toBe('+998 90 123 45 67');
  });

  it('read a day as it is typed and write it as a day', async () => {
    const user = userEvent.setup();
    render(<Fields />);
    const day = field('Sana');
    expect(day.value).toBe('21.11.2026');
    await user.clear(day);
    expect(values.day).toBeNull();
    await user.type(day, '3 12 26');
    expect(values.day).toBe('2026-12-03');
    await user.tab();
    expect(day.value).toBe('03.12.2026');
    await user.clear(day);
    await user.type(day, '31.11.2026');
    await user.tab();
    expect(day.value).toBe('31.11.2026');
    expect(errors).toEqual({ day: 'Sana tushunarsiz. Masalan: 21.11.2026' });
    await user.clear(day);
    await user.type(day, '31.12.2025');
    expect(errors).toEqual({ day: 'Eng erta sana: 01.01.2026' });
    expect(values.day).toBeNull();
  });

  it('show an error when the second day is before the first', async () => {
    const user = userEvent.setup();
    render(<Fields />);
    const [from, to] = [field('Boshlanish sanasi'), field('Tugash sanasi')];
    await user.type(from, '21.11.2026');
    await user.type(to, '20.11.2026');
    await user.tab();
    expect(errors).toEqual({ days: 'Tugash sanasi boshlanish sanasidan oldin' });
    await user.clear(to);
    await user.type(to, '22.11.2026');
    expect(errors).toEqual({});
    expect(values.days).toEqual(['2026-11-21', '2026-11-22']);
  });

  it('choose', async () => {
    const user = userEvent.setup();
    render(<Fields />);
    await user.selectOptions(field('Turi'), 'Ikkinchi');
    await user.click(field('Roziman'));
    expect(values).toMatchObject({ kind: 'b', agreed: true });
  });
});
