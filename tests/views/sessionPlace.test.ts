import { render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import {
  forgetPlace,
  mayReturnTo,
  notePerson,
  readPlace,
  rememberLink,
  rememberPlace,
  takePlace,
} from '../../src/app/place.ts';
import { isPhone } from '../../src/app/session.ts';
import { loadTexts } from '../../src/i18n/index.ts';

const goTo = (path: string) => window.history.replaceState(null, '', path);

const DILNOZA = { id: 7, username: 'dilnoza.karimova' };

describe('the place of an ended session', () => {
  it('brings the same person back, with query and hash, once', () => {
    goTo('/repositories/act-of-counting/214?tab=files#row-7');
    rememberPlace('inactive', DILNOZA);
    goTo('/auth/login');
    expect(takePlace(7)).toBe('/repositories/act-of-counting/214?tab=files#row-7');
    expect(takePlace(7)).toBeNull();
  });

  it('brings another person to the beginning', () => {
    goTo('/repositories/act-of-counting');
    rememberPlace('rejected', DILNOZA);
    goTo('/');
    expect(takePlace(8)).toBeNull();
    expect(readPlace()).toBeNull();
  });

  it('keeps neither public pages nor the 404', () => {
    for (const path of ['/auth/login', '/404', '/other-device/other-device']) {
      goTo(path);
      rememberPlace('rejected', DILNOZA);
      expect(readPlace()?.path, path).toBeNull();
    }
  });

  it('leads nowhere but to this origin', () => {
    for (const path of ['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(mayReturnTo(path), path).toBe(false);
    }
    goTo('/');
    sessionStorage.setItem(
      'place',
      JSON.stringify({ path: '//evil.example', title: null, userId: 7, username: null, reason: 'link' }),
    );
    expect(takePlace(7)).toBeNull();
  });

  it('leaves a person where that person has gone meanwhile', () => {
    goTo('/repositories/act-of-counting/214');
    rememberPlace('elsewhere', DILNOZA);
    goTo('/repositories/act-of-counting/215');
    expect(takePlace(7)).toBeNull();
  });

  it('opens a link for whoever signs in, and does not forget whose place it was', () => {
    goTo('/repositories/act-of-counting/9');
    rememberLink();
    expect(readPlace()).toMatchObject({ userId: null, reason: 'link' });
    rememberPlace('inactive', DILNOZA);
    rememberLink();
    expect(readPlace()).toMatchObject({ userId: 7, reason: 'inactive' });
  });
});

describe('the name at sign-in', () => {
  const name = () => readPlace()?.username ?? null;

  it('is that of who was here when the session ended, known to the page or to this tab alone', () => {
    goTo('/repositories/act-of-counting');
    rememberPlace('inactive', { id: 7, username: 'dilnoza.karimova' });
    expect(name()).toBe('dilnoza.karimova');
    notePerson({ id: 8, username: 'botir.yusupov' });
    rememberPlace('rejected', null);
    expect(readPlace()).toMatchObject({ userId: 8, username: 'botir.yusupov' });
  });

  it('is nobody’s after the person’s own log-out, and for a link', () => {
    goTo('/repositories/act-of-counting');
    notePerson({ id: 7, username: 'dilnoza.karimova' });
    rememberPlace('inactive', null);
    forgetPlace();
    expect(name()).toBeNull();
    rememberLink();
    expect(readPlace()).toMatchObject({ reason: 'link', username: null });
    forgetPlace();
    rememberPlace('rejected', null);
    expect(readPlace()).toMatchObject({ userId: null, username: null });
  });

  it('is not taken from what another release left in this tab', () => {
    for (const left of ['7', 'seven', 'null']) {
      sessionStorage.setItem('person', left);
      rememberPlace('rejected', null);
      expect(readPlace()).toMatchObject({ userId: null, username: null });
    }
  });

  it('is filled in with the focus in the password, which is never kept', async () => {
    await loadTexts('session');
    const { default: SignInPage } = await import('../../src/pages/signIn/SignInPage.tsx');
    const fields = () => {
      const { unmount } = render(createElement(SignInPage));
      const [username, password] = [
        screen.getByLabelText('Login'),
        screen.getByLabelText('Parol'),
      ] as HTMLInputElement[];
      const seen = {
        username: username?.value,
        password: password?.value,
        focused: document.activeElement === username ? 'username' : document.activeElement === password && 'password',
      };
      unmount();
      return seen;
    };
    forgetPlace();
    expect(fields()).toEqual({ username: '', password: '', focused: 'username' });
    rememberPlace('inactive', DILNOZA);
    expect(fields()).toEqual({ username: 'dilnoza.karimova', password: '', focused: 'password' });
    expect(JSON.stringify(sessionStorage)).not.toContain('password');
  });
});

it('distinguishes phones, by iPhone or Android in their name (spec 2), from desktops', () => {
  expect(isPhone('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15')).toBe(true);
  expect(isPhone('Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36')).toBe(
    true,
  );
  expect(isPhone('Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/130 Safari/537.36')).toBe(true);
  expect(isPhone('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15')).toBe(false);
  expect(isPhone('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130 Safari/537.36')).toBe(false);
});
