/** A first password: shown once to who asked for it, kept as a hash, changed at the first sign-in. */
import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { hashPassword } from './password.ts';
import { endSessions } from './sessions.ts';

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

/** A new first password in place of the old one; whoever is signed in as this person is signed out. */
export async function renewPassword(
  db: Kysely<Schema>,
  userId: number,
  now: Date,
): Promise<{ password: string; sessions: number }> {
  const { password, password_hash } = await newPassword();
  await db.updateTable('app_user').set({ password_hash, password_expired: true }).where('id', '=', userId).execute();
  return { password, sessions: await endSessions(db, userId, now) };
}
