/** Employees: the lifecycle of their access. What it means for passwords, sessions and rights is in `users.test.ts`. */
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { branchUser } from '../../../contract/directories/branchUser.ts';
import { userMachine } from '../../../machines/user/user.machine.ts';
import { userOracle } from '../../oracle/user.ts';
import { ORGANIZATION, PEOPLE, type PersonName, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const { calls, steps } = branchUser;

const VERBS: Readonly<Record<string, string>> = {
  'gets a new password': 'user.resetPassword',
  'is signed out everywhere': 'user.endSessions',
  'is suspended': 'user.suspend',
  'is let in again': 'user.restore',
  leaves: 'user.dismiss',
};

const ruleOf = (who: PersonName, resource: string, action: string, granted: boolean) =>
  server.current.db.kysely
    .insertInto('user_rule')
    .values({ user_id: PEOPLE[who].id, resource, action, granted, until: null })
    .execute();

afterAll(() => vi.unstubAllEnvs());
beforeAll(async () => {
  vi.stubEnv('PASSWORD_LOG_N', '4');
  // an office person who looks after people and holds little else
  await ruleOf('deputy', 'branch_setting_users', 'edit', true);
});

/** The director administers again, and nobody else does. */
afterEach(async () => {
  const { kysely } = server.current.db;
  const { id } = PEOPLE.director;
  await kysely.deleteFrom('user_rule').where('user_id', '=', id).where('granted', '=', false).execute();
  await kysely.updateTable('app_user').set({ office: false }).where('id', '>', id).execute();
});

let made = 0;

runApiLayer({
  machine: userMachine,
  oracle: userOracle,
  server,
  kind: 'branchUser',
  async open(watched) {
    const on = watched.server;
    made += 1;
    const body = {
      fullname: `Xodim ${made}`,
      username: `xodim${made}`,
      position_id: PEOPLE.purchaser.id as number,
      organization_id: ORGANIZATION,
      office: false,
    };
    const { data } = await on.do('director', calls.create, { body });
    const params = { id: data.id };
    let sender: PersonName = 'director';
    return {
      id: data.id,
      async send(verb) {
        const event = VERBS[verb];
        if (event === undefined)
          return on.call(sender, calls.update, { params, body: { ...body, fullname: `Boshqa ${made}` } });
        return on.call(sender, steps[event] as never, { params, body: {} } as never);
      },
      async make({ above, last }) {
        if (above) sender = 'deputy';
        if (!last) return;
        // a second director, and the first may not give rights to people any more
        Object.assign(body, { position_id: PEOPLE.director.id, office: true });
        await on.do('director', calls.update, { params, body });
        await ruleOf('director', 'user_rule', 'edit', false);
      },
      async look() {
        const { data: whole } = await on.do('director', calls.show, { params });
        return { state: whole.status as string, version: whole.version, whole };
      },
    };
  },
});
