/** Devices of the staff: registered by their application, allowed and blocked by who looks after them (decision 95). */
import { sql } from 'kysely';
import type { BodyOf } from '../../contract/bodies.ts';
import { deviceRegister } from '../../contract/devices.ts';
import { mobileDevice } from '../../contract/directories/mobileDevice.ts';
import { type MobileDeviceState, mobileDeviceMachine } from '../../machines/mobileDevice/mobileDevice.machine.ts';
import { eventOf } from '../directory/lifecycle.ts';
import { serveDirectory, type Writer } from '../directory/serve.ts';
import { changesOf } from '../documents/records.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Refusal } from '../http/refusal.ts';
import { endSessionsOnDevice } from '../people/sessions.ts';

const REGISTER = eventOf('device.register');

const devices = serveDirectory(mobileDevice, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; last_seen: Date | null }>`
      SELECT id, last_seen FROM mobile_device WHERE id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, last_seen }) => [id, { last_seen: last_seen?.toISOString() ?? null }]));
  },
  actions: {
    machine: mobileDeviceMachine,
    why: ({ status }, event) =>
      event === 'device.register' && status === 'blocked' ? { messageKey: 'errors.device_blocked' } : undefined,
    steps: {
      'device.block': {
        async take({ db, now }, { id }) {
          await endSessionsOnDevice(db, id, now);
          return {};
        },
      },
    },
  },
});

export const deviceImplementations: Implementation[] = [
  implement(deviceRegister, {
    // a refused registration ends its session all the same
    withoutTransaction: true,
    async handle(context) {
      const { database, body } = context;
      const { refusal, ...data } = await database.tx((db) => register({ ...context, db }, body));
      if (refusal) throw refusal;
      return { data };
    },
  }),
];

type Sent = BodyOf<typeof deviceRegister>;
type Registered = { id: number; status: MobileDeviceState; refusal?: Refusal | undefined };

/** Makes the device known, or knows it again; from now on the session is that of the device. */
async function register(writer: Writer, body: Sent): Promise<Registered> {
  const { db, user, now } = writer;
  // two starts at once make one device
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`device ${body.device.toLowerCase()}`}))`.execute(db);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM mobile_device WHERE lower(device) = lower(${body.device})`.execute(db);
  const [known] = rows;
  const seen: Registered = known
    ? await seenAgain(writer, known.id, body)
    : { id: (await devices.make(writer, { ...body, user_id: user.id })).id, status: 'waiting' };
  await db.updateTable('session_token').set({ device_id: seen.id }).where('token_hash', '=', user.tokenHash).execute();
  if (seen.refusal) await endSessionsOnDevice(db, seen.id, now);
  else await db.updateTable('mobile_device').set({ last_seen: now }).where('id', '=', seen.id).execute();
  return seen;
}

/** A known device: its model and version are those of now, unless it is blocked. */
async function seenAgain(writer: Writer, id: number, { model, app_version }: Sent): Promise<Registered> {
  const { find, reasonOf, take } = devices.lifecycle;
  const record = await find(writer, id, true);
  const status = record.status as MobileDeviceState;
  const refusal = await reasonOf(writer, record, REGISTER);
  if (refusal) return { id, status, refusal };
  await take(writer, record, REGISTER, async () => {
    await sql`UPDATE mobile_device SET model = ${model}, app_version = ${app_version} WHERE id = ${id}`.execute(
      writer.db,
    );
    return changesOf({ model: record.model, app_version: record.app_version }, { model, app_version });
  });
  return { id, status };
}
