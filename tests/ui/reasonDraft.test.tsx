/** A reason that is written into a dialog: kept while nobody has answered, dropped once it is sent or given up. */
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import common from '../../locales/uz/common.json' with { type: 'json' };
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import question from '../../locales/uz/question.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import type { DraftPlace } from '../../src/ui/form/drafts/forms.ts';
import { QuestionDialog } from '../../src/ui/question/QuestionDialog.tsx';

vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
}));

beforeAll(() => Promise.all(['kit', 'question', 'common'].map((name) => loadTexts(name))));

const LONG = 'Kirim hujjati kechqurun keldi, uni shu kunga oʻtkazish kerak, aks holda qarz notoʻgʻri chiqadi';

/** Opens the dialog on one day; `onSend` answers. */
function open(of: DraftPlace['of'], onSend = vi.fn(() => Promise.resolve())) {
  const ended = vi.fn();
  const { unmount } = render(
    <QuestionDialog
      title="Kun"
      command="Ochish"
      reason={of}
      onSend={onSend}
      onClose={() => ended('closed')}
      onDone={() => ended('done')}
    >
      <p>Kun yana ochiladi</p>
    </QuestionDialog>,
  );
  return { unmount, ended, onSend, field: screen.getByLabelText<HTMLTextAreaElement>(question.reason) };
}

it('offers it again after the session has ended, to be looked at before it is taken', async () => {
  const user = userEvent.setup();
  const first = open('new.day.1');
  await user.click(first.field);
  await user.paste(LONG);
  // the page goes with its session: nobody has answered
  first.unmount();

  const other = open('new.day.2');
  expect(screen.queryByTestId('form-draft')).toBeNull();
  other.unmount();

  const second = open('new.day.1');
  const offer = await screen.findByTestId('form-draft');
  expect(second.field.value).toBe('');
  expect(offer.textContent).not.toContain(LONG);
  await user.click(within(offer).getByRole('button', { name: kit.form.draft.look }));
  expect(screen.getByTestId('draft-all').textContent).toBe(LONG);
  // looked at, not taken
  expect(second.field.value).toBe('');
  await user.click(within(offer).getByRole('button', { name: kit.form.draft.take }));
  expect(second.field.value).toBe(LONG);
  await user.click(screen.getByTestId('question-send'));
  expect(second.onSend).toHaveBeenCalledWith(expect.objectContaining({ reason: LONG }));
  await vi.waitFor(() => expect(second.ended).toHaveBeenCalledWith('done'));
  second.unmount();

  const third = open('new.day.1');
  expect(third.field.value).toBe('');
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByTestId('form-draft')).toBeNull();
  third.unmount();
});

it('is given up by the answer to the question before leaving', async () => {
  const user = userEvent.setup();
  const first = open('new.day.3');
  await user.type(first.field, 'Xato');
  await user.click(screen.getByRole('button', { name: common.back }));
  await user.click(screen.getByRole('button', { name: question.leave }));
  expect(first.ended).toHaveBeenCalledWith('closed');
  first.unmount();
  const again = open('new.day.3');
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByTestId('form-draft')).toBeNull();
  again.unmount();
});
