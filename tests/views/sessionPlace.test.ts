import { describe, expect, it } from 'vitest';
import { mayReturnTo, readPlace, rememberLink, rememberPlace, takePlace } from '../../src/app/place.ts';
import { isPhone } from '../../src/app/session.ts';

const goTo = (path: string) => window.history.replaceState(null, '', path);

describe('the place of an ended session', () => {
  it('brings the same person back, with query and hash, once', () => {
    goTo('/repositories/act-of-counting/214?tab=files#row-7');
    rememberPlace('inactive', 7);
    goTo('/auth/login');
    expect(takePlace(7)).toBe('/repositories/act-of-counting/214?tab=files#row-7');
    expect(takePlace(7)).toBeNull();
  });

  it('brings another person to the beginning', () => {
    goTo('/repositories/act-of-counting');
    rememberPlace('rejected', 7);
    goTo('/');
    expect(takePlace(8)).toBeNull();
    expect(readPlace()).toBeNull();
  });

  it('keeps neither public pages nor the 404', () => {
    for (const path of ['/auth/login', '/404', '/other-device/other-device']) {
      goTo(path);
      rememberPlace('rejected', 7);
      expect(readPlace()?.path, path).toBeNull();
    }
  });

  it('leads nowhere but to this origin', () => {
    for (const path of ['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(mayReturnTo(path), path).toBe(false);
    }
    goTo('/');
    sessionStorage.setItem('place', JSON.stringify({ path: '//evil.example', title: null, userId: 7, reason: 'link' }));
    expect(takePlace(7)).toBeNull();
  });

  it('leaves a person where that person has gone meanwhile', () => {
    goTo('/repositories/act-of-counting/214');
    rememberPlace('elsewhere', 7);
    goTo('/repositories/act-of-counting/215');
    expect(takePlace(7)).toBeNull();
  });

  it('opens a link for whoever signs in, and does not forget whose place it was', () => {
    goTo('/repositories/act-of-counting/9');
    rememberLink();
    expect(readPlace()).toMatchObject({ userId: null, reason: 'link' });
    rememberPlace('inactive', 7);
    rememberLink();
    expect(readPlace()).toMatchObject({ userId: 7, reason: 'inactive' });
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
