import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { language, loadTexts, say, setLanguage } from '../../src/i18n/index.ts';
import { Rich } from '../../src/i18n/Rich.tsx';
import { PasswordForm } from '../../src/pages/passwordExpired/PasswordForm.tsx';

beforeAll(() => loadTexts('session'));

function form(failure: Parameters<typeof PasswordForm>[0]['failure'] = null) {
  const onSubmit = vi.fn();
  render(<PasswordForm username="dilnoza.karimova" failure={failure} busy={false} onSubmit={onSubmit} />);
  return onSubmit;
}

const met = () => screen.getAllByText('bajarildi').length;

describe('the form of a new password', () => {
  it('shows each rule as it is met', async () => {
    const user = userEvent.setup();
    form();
    expect(screen.queryByText('bajarildi')).toBeNull();
    const fresh = screen.getByLabelText('Yangi parol');
    await user.type(fresh, 'yangi');
    expect(met()).toBe(1);
    await user.type(fresh, 'Parol1');
    expect(met()).toBe(4);
    await user.type(fresh, '#');
    expect(met()).toBe(5);
  });

  it('submits nothing invalid, and shows what is wrong', async () => {
    const user = userEvent.setup();
    const onSubmit = form();
    await user.click(screen.getByRole('button', { name: 'Parolni oʻzgartirish' }));
    expect(screen.getByText('Hozirgi parolni kiriting')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Hozirgi parol'));
    await user.type(screen.getByLabelText('Hozirgi parol'), 'Eski#2025');
    await user.type(screen.getByLabelText('Yangi parol'), 'Yangi#2026');
    await user.type(screen.getByLabelText('Yangi parolni takrorlang'), 'Yangi#2027{Enter}');
    expect(screen.getByText('Ikkala yangi parol bir xil emas')).toBeTruthy();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('hands in all three passwords as they were typed', async () => {
    const user = userEvent.setup();
    const onSubmit = form();
    await user.type(screen.getByLabelText('Hozirgi parol'), ' Eski#2025 ');
    await user.type(screen.getByLabelText('Yangi parol'), 'Yangi#2026');
    await user.type(screen.getByLabelText('Yangi parolni takrorlang'), 'Yangi#2026{Enter}');
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
      password: ' Eski#2025 ',
      new_password: 'Yangi#2026',
      new_password_confirmation: 'Yangi#2026',
    });
  });

  it('puts the server’s words at their field, once', () => {
    const fields = { password: ['Hozirgi parol notoʻgʻri'] };
    form({ status: 422, code: 'validation', message: 'Tekshiring', requestId: '7f3a', fields });
    expect(screen.getByLabelText('Hozirgi parol').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Hozirgi parol notoʻgʻri')).toBeTruthy();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('shows errors that belong to none of its fields', () => {
    const fields = { username: ['Login notoʻgʻri'] };
    form({ status: 422, code: 'validation', message: 'Tekshiring', requestId: '7f3a', fields });
    expect(screen.getByRole('alert').textContent).toContain('Tekshiring');
  });
});

describe('texts', () => {
  it('throw when they are missing', () => {
    expect(() => say('session:no.such.text')).toThrow('no text');
  });

  it('emphasise the text between <b> and nothing else', () => {
    const { container } = render(<Rich text="Siz <b>№ 214 <script></b> sahifasiga qaytasiz" />);
    expect(container.querySelector('b')?.textContent).toBe('№ 214 <script>');
    expect(container.querySelector('script')).toBeNull();
  });

  it('change language with the document and keep the choice', async () => {
    await setLanguage('ru');
    expect(say('session:signIn.signIn')).toBe('Войти');
    expect(language()).toBe('ru');
    expect(document.documentElement.lang).toBe('ru');
    expect(localStorage.getItem('language')).toBe('ru');
    await setLanguage('uz');
    expect(say('session:signIn.signIn')).toBe('Kirish');
  });
});
