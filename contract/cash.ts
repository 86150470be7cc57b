/** Cash service: people and sessions (spec 7 "Cash service"; decisions 2–6, 32, 45). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command, dataOf } from './common.ts';

/** Password of spec 5: a lowercase and an uppercase letter, a digit and a special character. */
export const PASSWORD_RULES = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  digit: /\d/,
  special: /[^\p{L}\d\s]/u,
} as const;
export const PASSWORD_MIN_LENGTH = 8;
export type PasswordRule = keyof typeof PASSWORD_RULES | 'length';

/** The rules that a new password does not meet yet, in the order in which they are shown. */
export function unmetPasswordRules(password: string): PasswordRule[] {
  const unmet: PasswordRule[] = password.length < PASSWORD_MIN_LENGTH ? ['length'] : [];
  for (const [rule, pattern] of Object.entries(PASSWORD_RULES)) {
    if (!pattern.test(password)) unmet.push(rule as PasswordRule);
  }
  return unmet;
}

export const password = () => z.string().check(z.minLength(1), z.maxLength(200));

/** As many pages as one person's list holds. */
export const FAVOURITES_MAX = 100;

export const FavoritePage = z.object({ path: z.string(), title: z.string(), icon: z.string() });
export type FavoritePage = z.infer<typeof FavoritePage>;

export const UserInfo = z.object({
  id: z.int(),
  username: z.string(),
  fullname: z.string(),
  phone: z.nullable(z.string()),
  organization_id: z.int(),
  organization: z.string(),
  office: z.boolean(),
  position_id: z.int(),
  position: z.string(),
  last_login: z.nullable(z.string()),
  prizma_status: z.boolean(),
  expired: z.boolean(),
  settings: z.object({ scoring: z.boolean() }),
  /** `status` is an extension: a day that is being closed takes no new documents. */
  practice_day: z.nullable(z.object({ id: z.int(), date: z.string(), status: z.optional(z.string()) })),
  practice_month: z.nullable(z.object({ year: z.int(), month_humanize: z.string() })),
  rules: z.record(z.string(), z.record(z.string(), z.boolean())),
  /** Null where the answer has none or something else: the browser then takes its own copy (decision 49). */
  favorite_pages: z.catch(z.nullable(z.array(FavoritePage)), null),
});
export type UserInfo = z.infer<typeof UserInfo>;

export const SignInAnswer = z.object({ token: z.string(), expired: z.boolean() });
export type SignInAnswer = z.infer<typeof SignInAnswer>;

export const signIn = defineCall({
  id: 'signIn',
  service: 'cash',
  method: 'POST',
  path: '/sign-in',
  stale: [],
  response: SignInAnswer,
});

export const signOut = defineCall({
  id: 'signOut',
  service: 'cash',
  method: 'POST',
  path: '/sign-out',
  stale: [],
  response: Command,
});

export const updateUserPassword = defineCall({
  id: 'updateUserPassword',
  service: 'cash',
  method: 'PUT',
  path: '/update-user-password',
  stale: [],
  response: Command,
});

export const loadUser = defineCall({
  id: 'loadUser',
  service: 'cash',
  method: 'POST',
  path: '/v1_0/user',
  stale: [],
  response: dataOf(UserInfo),
});

export const changePassword = defineCall({
  id: 'changePassword',
  service: 'cash',
  method: 'PUT',
  path: '/v1_0/user',
  stale: ['sessionIndex'],
  response: z.object({ data: UserInfo, message: z.string() }),
});

/** What both forms of a new password send. */

/** How long "the password is changed" is shown before the session ends, milliseconds (spec 9). */
export const MESSAGE_TIME = 3000;

export const cashCalls = [signIn, signOut, updateUserPassword, loadUser, changePassword] as const;
