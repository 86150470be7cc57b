/** Cash service: sessions, user info, passwords (spec 7; decisions 2–6, 30, 32, 45). */

import type { Kysely } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import {
  changePassword,
  loadUser,
  signIn,
  signOut,
  type UserInfo,
  unmetPasswordRules,
  updateUserPassword,
} from '../../contract/cash.ts';
import { nudge } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';
import { hashToken, newToken, SESSION_HOURS } from '../http/auth.ts';
import { rulesOfUser } from '../http/heldRules.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say } from '../http/messages.ts';
import { type FieldFault, invalid, invalidField, Refusal } from '../http/refusal.ts';
import { hashPassword, verifyPassword } from '../people/password.ts';
import { endSessions } from '../people/sessions.ts';

const MONTHS = {
  uz: ['yanvar', 'fevral', 'mart', 'aprel', 'may', 'iyun', 'iyul', 'avgust', 'sentabr', 'oktabr', 'noyabr', 'dekabr'],
  ru: [
    'январь',
    'февраль',
    'март',
    'апрель',
    'май',
    'июнь',
    'июль',
    'август',
    'сентябрь',
    'октябрь',
    'ноябрь',
    'декабрь',
  ],
} as const;

export interface SignInLimits {
  /** Failures of one name from one address in a quarter of an hour. */
  perName: number;
  /** Failures from one address in a quarter of an hour, of any name. */
  perAddress: number;
}

export const SIGN_IN_LIMITS: SignInLimits = { perName: 10, perAddress: 100 };
const LIMIT_SECONDS = 15 * 60;

/** What rate-limiter-flexible asks of a database client. */
export interface QueryClient {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** User info as `POST /v1_0/user` answers it. */
export async function userInfo(db: Kysely<Schema>, userId: number, language: Language): Promise<UserInfo> {
  const row = await db
    .selectFrom('app_user')
    .innerJoin('organization', 'organization.id', 'app_user.organization_id')
    .innerJoin('position', 'position.id', 'app_user.position_id')
    .leftJoin('practice_day', (join) =>
      join
        .onRef('practice_day.organization_id', '=', 'app_user.organization_id')
        .on('practice_day.status', '<>', 'closed'),
    )
    .leftJoin('practice_month', 'practice_month.id', 'practice_day.practice_month_id')
    .select([
      'app_user.id',
      'app_user.username',
      'app_user.fullname',
      'app_user.phone',
      'app_user.organization_id',
      'organization.name as organization',
      'app_user.office',
      'app_user.position_id',
      'position.name_uz as position',
      'position.name_ru as position_ru',
      'app_user.last_login',
      'app_user.prizma_status',
      'app_user.password_expired',
      'organization.scoring_required',
      'practice_day.id as day_id',
      'practice_day.date as day',
      'practice_day.status as day_status',
      'practice_month.year as year',
      'practice_month.month as month',
    ])
    .select(rulesOfUser.as('rules'))
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow();
  const favorites = await db
    .selectFrom('favorite_page')
    .select(['path', 'title', 'icon'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute();
  return {
    id: row.id,
    username: row.username,
    fullname: row.fullname,
    phone: row.phone,
    organization_id: row.organization_id,
    organization: row.organization,
    office: row.office,
    position_id: row.position_id,
    position: language === 'ru' ? row.position_ru : row.position,
    last_login: row.last_login?.toISOString() ?? null,
    prizma_status: row.prizma_status,
    expired: row.password_expired,
    settings: { scoring: row.scoring_required },
    practice_day:
      row.day_id !== null && row.day !== null
        ? { id: row.day_id, date: row.day, status: row.day_status ?? undefined }
        : null,
    practice_month:
      row.year !== null && row.month !== null
        ? { year: row.year, month_humanize: MONTHS[language][row.month - 1] ?? '' }
        : null,
    rules: row.rules as UserInfo['rules'],
    favorite_pages: favorites,
  };
}

function checkNewPassword(body: { password: string; new_password: string; new_password_confirmation: string }): void {
  const fields: Record<string, FieldFault[]> = {};
  const unmet = unmetPasswordRules(body.new_password);
  if (unmet.length > 0) fields.new_password = unmet.map((rule) => ({ key: `password_${rule}` }));
  else if (body.new_password === body.password) fields.new_password = [{ key: 'password_same' }];
  if (body.new_password !== body.new_password_confirmation) {
    fields.new_password_confirmation = [{ key: 'password_confirmation' }];
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** An unknown name takes as long as a wrong password, so response times do not reveal which names exist. */
let decoyHash: Promise<string> | undefined;
const decoy = () => {
  decoyHash ??= hashPassword('a password nobody has');
  return decoyHash;
};

export function sessionCalls(client: QueryClient, limits: SignInLimits = SIGN_IN_LIMITS): Implementation[] {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: client,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: LIMIT_SECONDS,
    });
  const byName = limiter('name', limits.perName);
  const byAddress = limiter('address', limits.perAddress);

  async function takePoint(of: RateLimiterPostgres, key: string): Promise<void> {
    try {
      await of.consume(key, 1);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const minutes = Math.max(1, Math.ceil(refused.msBeforeNext / 60_000));
      throw new Refusal(429, 'rate_limited', { values: { minutes } });
    }
  }

  /** The person of a name and password, or 422; failures are counted and above the limits everything is 429. */
  async function identify(db: Kysely<Schema>, username: string, password: string, address: string, field: string) {
    const nameKey = `${username.toLowerCase()}@${address}`;
    // Taken before the password is looked at and given back when it is right, so that tries sent at once count too.
    await takePoint(byName, nameKey);
    await takePoint(byAddress, address);
    const user = await db
      .selectFrom('app_user')
      .select(['id', 'password_hash', 'password_expired'])
      .where('username', '=', username.toLowerCase())
      .where('active', '=', true)
      .executeTakeFirst();
    const right = await verifyPassword(password, user?.password_hash ?? (await decoy()));
    if (!user || !right) {
      throw new Refusal(422, 'validation', {
        messageKey: 'errors.wrong_credentials',
        fields: { [field]: [{ key: 'wrong_credentials' }] },
      });
    }
    await Promise.all([byName.delete(nameKey), byAddress.reward(address, 1)]);
    return user;
  }

  return [
    implement(signIn, {
      withoutTransaction: true,
      async handle({ body, database, address, headers, now }) {
        const user = await identify(database.kysely, body.username, body.password, address, 'password');
        const token = newToken();
        await database.tx(async (trx) => {
          await trx
            .insertInto('session_token')
            .values({
              token_hash: hashToken(token),
              user_id: user.id,
              created_at: now,
              expires_at: new Date(now.getTime() + SESSION_HOURS * 3_600_000),
              revoked_at: null,
              user_agent: headers.get('user-agent')?.slice(0, 300) ?? null,
            })
            .execute();
          await trx.updateTable('app_user').set({ last_login: now }).where('id', '=', user.id).execute();
        });
        return { token, expired: user.password_expired };
      },
    }),

    implement(signOut, {
      async handle({ db, user, now, language }) {
        await db
          .updateTable('session_token')
          .set({ revoked_at: now })
          .where('token_hash', '=', user.tokenHash)
          .execute();
        nudge({ topic: 'sessions', people: [user.id] });
        return { message: say(language, 'actions.signed_out') };
      },
    }),

    implement(updateUserPassword, {
      withoutTransaction: true,
      async handle({ body, database, address, language, now }) {
        const user = await identify(database.kysely, body.username, body.password, address, 'password');
        checkNewPassword(body);
        const hash = await hashPassword(body.new_password);
        await database.tx((trx) => setPassword(trx, user.id, hash, now));
        return { message: say(language, 'actions.password_changed') };
      },
    }),

    implement(loadUser, {
      async handle({ db, user, language }) {
        return { data: await userInfo(db, user.id, language) };
      },
    }),

    implement(changePassword, {
      async prepare({ database, user, body, address }) {
        // Whoever sits down at a screen left open gets no more guesses than at sign-in.
        const key = `change ${user.id}@${address}`;
        await takePoint(byName, key);
        const { password_hash } = await database.kysely
          .selectFrom('app_user')
          .select('password_hash')
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow();
        if (!(await verifyPassword(body.password, password_hash))) throw invalidField('password', 'password_wrong');
        await byName.delete(key);
        checkNewPassword(body);
        return hashPassword(body.new_password);
      },
      async handle({ db, user, prepared, language, now }) {
        await setPassword(db, user.id, prepared, now, user.tokenHash);
        return {
          data: await userInfo(db, user.id, language),
          message: say(language, 'actions.password_changed'),
        };
      },
    }),
  ];
}

/** A new password ends the person's other sessions. */
async function setPassword(db: Kysely<Schema>, userId: number, hash: string, now: Date, keep = ''): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ password_hash: hash, password_expired: false })
    .where('id', '=', userId)
    .execute();
  await endSessions(db, userId, now, keep);
}
