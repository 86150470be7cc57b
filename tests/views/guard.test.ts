import { describe, expect, it } from 'vitest';
import { guard, type Visitor } from '../../src/routes/guard.ts';
import { matchPath, pages } from '../../src/routes/registry.ts';

const person: Visitor = { kind: 'person', rules: {} };
const nobody: Visitor = { kind: 'nobody' };
const phone: Visitor = { kind: 'phone' };

const shown = (visitor: Visitor, path: string) => {
  const verdict = guard(visitor, path);
  return verdict.kind === 'show' ? verdict.match.page.id : verdict.kind === 'go' ? `→ ${verdict.path}` : verdict.kind;
};

describe('guard', () => {
  it('keeps a phone on its page and nowhere else', () => {
    expect(shown(phone, '/other-device/other-device')).toBe('otherDevice');
    for (const path of ['/', '/auth/login', '/nonsense', '/repositories/act-of-counting']) {
      expect(shown(phone, path), path).toBe('→ /other-device/other-device');
    }
  });

  it('opens only public pages to nobody', () => {
    expect(shown(nobody, '/auth/login')).toBe('signIn');
    expect(shown(nobody, '/other-device/other-device')).toBe('otherDevice');
    for (const path of ['/', '/404', '/nonsense', '/repositories/act-of-counting/7']) {
      expect(shown(nobody, path), path).toBe('→ /auth/login');
    }
  });

  it('shows nothing, and denies nothing, before the person is known', () => {
    for (const page of pages) expect(shown({ kind: 'unknown' }, page.path), page.path).toBe('wait');
    expect(shown({ kind: 'unknown' }, '/nonsense')).toBe('wait');
  });

  it('sends a person away from public pages', () => {
    expect(shown(person, '/auth/login')).toBe('→ /');
    expect(shown(person, '/other-device/other-device')).toBe('→ /');
  });

  it('keeps the address of an unknown path', () => {
    for (const path of ['/nonsense', '/repositories', '/repositories/act-of-counting/7/counters', '//']) {
      expect(shown(person, path), path).toBe('notFound');
    }
  });

  it('opens a page without a rule to anyone signed in, a page with one only by it', () => {
    for (const page of pages) {
      if (page.public === true) continue;
      const path = page.path.replace(/:\w+/g, '7');
      expect(shown(person, path), path).toBe(page.rule === undefined ? page.id : '→ /404');
    }
  });

  it('reads parameters, and forgives a slash at the end', () => {
    expect(matchPath('/repositories/act-of-counting/12/counters/5/')).toMatchObject({
      page: { id: 'counter' },
      params: { actId: '12', counterId: '5' },
    });
    expect(matchPath('/repositories/act-of-counting/12/counters/5/6')).toBeUndefined();
  });
});

it('has no page twice', () => {
  expect(new Set(pages.map((page) => page.id)).size).toBe(pages.length);
  expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length);
});
