import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword, verifyPassword } from '../../../server/people/password.ts';

// The whole suite may run with a cheaper hash; here the real cost counts.
beforeEach(() => {
  vi.stubEnv('PASSWORD_LOG_N', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('passwords', () => {
  it('are verified, and no two hashes are alike', async () => {
    const [one, two] = await Promise.all([hashPassword('Demo-2026!'), hashPassword('Demo-2026!')]);
    expect(one).toMatch(/^scrypt\$ln=15,r=8,p=3\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('Demo-2026!', one)).toBe(true);
    expect(await verifyPassword('demo-2026!', one)).toBe(false);
    expect(await verifyPassword('', one)).toBe(false);
  });

  it('are the same word however its letters are composed', async () => {
    vi.stubEnv('PASSWORD_LOG_N', '4');
    expect(await verifyPassword('Йод-1й'.normalize('NFD'), await hashPassword('Йод-1й'.normalize('NFC')))).toBe(true);
  });

  it('cost less only in tests', async () => {
    vi.stubEnv('PASSWORD_LOG_N', '4');
    const cheap = await hashPassword('x');
    expect(cheap).toContain('ln=4,');
    expect(await verifyPassword('x', cheap)).toBe(true);
    vi.stubEnv('NODE_ENV', 'production');
    expect(await hashPassword('x')).toContain('ln=15,');
    vi.stubEnv('PASSWORD_LOG_N', '16');
    expect(await hashPassword('x')).toContain('ln=16,');
  });

  it.each([
    '',
    '-',
    'scrypt$ln=30,r=8,p=1$AAAA$AAAAAAAAAAAAAAAAAAAAAAAA',
    'bcrypt$x',
    'scrypt$ln=15,r=8,p=3$AAAA$AAAA',
  ])('never match %j', async (hash) => {
    expect(await verifyPassword('Demo-2026!', hash)).toBe(false);
  });
});
