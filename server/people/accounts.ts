/**
 * People's accounts for who has a terminal and no browser: made, given a new first password, closed (areas 3.5,
 * decisions 89 and 90). A first password is shown once, kept as a hash, and changed at the first sign-in.
 */
import { USERNAME } from '../../contract/directories/branchUser.ts';
import { searchKey } from '../../contract/search.ts';
import type { Trx } from '../db/open.ts';
import { USERS, userRecord } from '../directories/branchUser.ts';
import { eventOf } from '../directory/lifecycle.ts';
import { newPassword, renewPassword } from './oneTimePassword.ts';
import { lockRights, somebodyAdministers } from './rights.ts';
import { endSessions } from './sessions.ts';

/** What the operator asked for cannot be done; the message is one English sentence for the terminal. */
export class AccountRefused extends Error {
  override name = 'AccountRefused';
}

export interface NewPerson {
  readonly username: string;
  readonly fullname: string;
  /** The name of a position, in either language. */
  readonly position: string;
  /** The code of an organization; the only one where left out. */
  readonly organization?: string | undefined;
  /** Sees every branch. */
  readonly office: boolean;
  /** +998 and nine digits. */
  readonly phone?: string | undefined;
}

const PHONE = /^\+998\d{9}$/;
/** Of a person or an organization, as lists and documents have room for it. */
const LONGEST_NAME = 120;

/** @param what begins the sentence: `The full name` */
export function requireName(what: string, name: string): void {
  if (name === '' || name.length > LONGEST_NAME)
    throw new AccountRefused(`${what} is 1 to ${LONGEST_NAME} characters.`);
}

function checkPerson({ username, fullname, phone }: NewPerson): void {
  if (!USERNAME.test(username))
    throw new AccountRefused(
      `"${username}" cannot be a user name: 3 to 40 small letters a–z, digits, dots, dashes or underscores, a letter first.`,
    );
  requireName('The full name', fullname);
  if (phone !== undefined && !PHONE.test(phone))
    throw new AccountRefused(`"${phone}" is no phone number: +998 and nine digits.`);
}

async function organizationIn(trx: Trx, code: string | undefined): Promise<number> {
  const all = await trx
    .selectFrom('organization')
    .select(['id', 'code'])
    .where('active', '=', true)
    .orderBy('code')
    .execute();
  const found = code === undefined ? (all.length === 1 ? all[0] : undefined) : all.find((one) => one.code === code);
  if (found) return found.id;
  if (all.length === 0) throw new AccountRefused('There is no organization yet: npm run setup makes the first one.');
  const codes = all.map((one) => one.code).join(', ');
  throw new AccountRefused(
    code === undefined
      ? `Which organization? Name one with --organization: ${codes}.`
      : `There is no organization "${code}"; there are ${codes}.`,
  );
}

async function positionIn(trx: Trx, name: string): Promise<number> {
  const all = await trx
    .selectFrom('position')
    .select(['id', 'name_uz', 'name_ru'])
    .where('active', '=', true)
    .orderBy('name_uz')
    .execute();
  const same = (one: string) => one.toLowerCase() === name.toLowerCase();
  const found = all.find((one) => same(one.name_uz) || same(one.name_ru));
  if (found) return found.id;
  throw new AccountRefused(`There is no position "${name}"; there are ${all.map((one) => one.name_uz).join(', ')}.`);
}

/** @returns the first password, to be handed over once */
export async function addPerson(trx: Trx, person: NewPerson): Promise<{ id: number; password: string }> {
  checkPerson(person);
  const { username, fullname, office, phone = null } = person;
  const [organization_id, position_id] = [
    await organizationIn(trx, person.organization),
    await positionIn(trx, person.position),
  ];
  // a name is never used again, also not that of somebody who has left
  const taken = await trx.selectFrom('app_user').select('fullname').where('username', '=', username).executeTakeFirst();
  if (taken)
    throw new AccountRefused(`The user name "${username}" is that of ${taken.fullname}; it is never given again.`);
  const { password, password_hash } = await newPassword();
  const { id } = await trx
    .insertInto('app_user')
    .values({
      username,
      password_hash,
      password_expired: true,
      fullname,
      phone,
      position_id,
      organization_id,
      office,
      last_login: null,
      search_key: searchKey(`${fullname} ${username}`),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, password };
}

async function heldPerson(trx: Trx, username: string) {
  const found = await trx
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', username)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AccountRefused(`There is no user "${username}".`);
  const record = await userRecord(trx, found.id);
  const fullname = String(record.fullname);
  return { record, fullname };
}

/** A new first password; whoever is signed in as this person is signed out. */
export async function resetPassword(
  trx: Trx,
  username: string,
  now: Date,
): Promise<{ fullname: string; password: string; sessions: number }> {
  const { record, fullname } = await heldPerson(trx, username);
  if (!record.active) throw new AccountRefused(`${fullname} ("${username}") is disabled and cannot sign in.`);
  let renewed = { password: '', sessions: 0 };
  await USERS.takeOwn({ db: trx, now }, record, eventOf('user.resetPassword'), async () => {
    renewed = await renewPassword(trx, record.id, now);
    return {};
  });
  return { fullname, ...renewed };
}

/**
 * The person can no longer sign in, and is signed out everywhere at once. Who has left is dismissed on the page of people,
 * where the open work is handed over.
 */
export async function disablePerson(
  trx: Trx,
  username: string,
  now: Date,
): Promise<{ fullname: string; sessions: number }> {
  const { record, fullname } = await heldPerson(trx, username);
  if (!record.active) throw new AccountRefused(`${fullname} ("${username}") is disabled already.`);
  // two who disable each other at once: the second finds nobody left
  await lockRights(trx);
  if (!(await somebodyAdministers(trx, record.id)))
    throw new AccountRefused(
      `${fullname} ("${username}") is the last who may give rights and make people; make another one first.`,
    );
  let sessions = 0;
  await USERS.takeOwn({ db: trx, now }, record, eventOf('user.suspend'), async () => {
    sessions = await endSessions(trx, record.id, now);
    return {};
  });
  return { fullname, sessions };
}
