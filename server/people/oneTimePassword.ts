/** A first password: shown once to who asked for it, kept as a hash, changed at the first sign-in. */
import { randomInt } from 'node:crypto';
import { hashPassword } from './password.ts';

/** Letters and digits that nobody mistakes for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP = 3;

/** Sixty random bits in groups that can be read aloud: `KQ7-MVT-41X-9RD`. */
export function oneTimePassword(): string {
  const letters = Array.from({ length: GROUPS * GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return (letters.match(/.{3}/g) ?? []).join('-');
}

/** @returns the password to be shown, and what is kept of it */
export async function newPassword(): Promise<{ password: string; password_hash: string }> {
  const password = oneTimePassword();
  return { password, password_hash: await hashPassword(password) };
}
