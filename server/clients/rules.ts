/** What is wrong with a client's values that fit their fields (areas 2, V10; decisions 82 to 84). */
import { type Kysely, sql } from 'kysely';
import type { client } from '../../contract/directories/client.ts';
import type { DirectoryBody, DirectoryRow } from '../../contract/directory/directory.ts';
import type { Sent } from '../../contract/directory/fields.ts';
import { ageOn, saidByPinfl } from '../../contract/persons.ts';
import { searchKey } from '../../contract/search.ts';
import type { Setting } from '../../contract/setting/setting.ts';
import { clientSetting } from '../../contract/settings/clientSetting.ts';
import type { Schema } from '../db/schema.ts';
import type { Faults } from '../directory/hooks.ts';
import type { Writer } from '../directory/reader.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';
import type { FieldFault } from '../http/refusal.ts';
import { inForce } from '../settings/inForce.ts';

type Db = Kysely<Schema>;
type Row = DirectoryRow<typeof client>;
export type ClientBody = DirectoryBody<typeof client>;
/** What the setting of clients asks for. */
type Terms = Required<Sent<(typeof clientSetting)['spec']['fields']>>;

interface Change {
  readonly id: number | null;
  readonly body: ClientBody;
  readonly before: Row | null;
}

/** The records and the moment at which they are written. */
type Moment = Pick<Writer, 'db' | 'now'>;

const GENDERS = { male: 'gender_male', female: 'gender_female' } as const;

/** PINFL, day of birth and gender agree: each fault stands at the field that was typed and names both values. */
function disagreements({ pinfl, birth_date, gender }: ClientBody): Faults {
  if (!pinfl) return {};
  const said = saidByPinfl(pinfl);
  const faults: Faults = {};
  if (said.birth_date !== birth_date)
    faults.birth_date = [
      { key: 'pinfl_birth_date', values: { said: writtenDay(said.birth_date), written: writtenDay(birth_date) } },
    ];
  if (said.gender !== gender) faults.gender = [{ key: GENDERS[said.gender] }];
  return faults;
}

/** The place of the first value that stands twice; -1: none. */
const firstTwice = (values: readonly string[]): number => values.findIndex((one, at) => values.indexOf(one) < at);

async function documentFaults({ db, now }: Moment, { documents = [] }: ClientBody, id: number | null): Promise<Faults> {
  const faults: Faults = {};
  const ahead = documents.findIndex(({ issued_on }) => issued_on && issued_on > tashkentDay(now));
  if (ahead >= 0) faults[`documents.${ahead}.issued_on`] = [{ key: 'day_future' }];
  const turned = documents.findIndex(({ issued_on, expires_on }) => issued_on && expires_on && expires_on <= issued_on);
  if (turned >= 0) faults[`documents.${turned}.expires_on`] = [{ key: 'until_before_from' }];
  const numbers = documents.map(({ number }) => number);
  const twice = firstTwice(numbers);
  if (twice >= 0) faults[`documents.${twice}.number`] = [{ key: 'document_twice' }];
  const { rows } = await sql<{ id: number; fullname: string; number: string }>`
    SELECT c.id, c.fullname, d.number FROM client_document d JOIN client c ON c.id = d.client_id
    WHERE d.number = ANY (${numbers}::text[]) AND c.id IS DISTINCT FROM ${id}::integer LIMIT 1`.execute(db);
  const [other] = rows;
  if (other)
    faults[`documents.${numbers.indexOf(other.number)}.number`] = [
      { key: 'client_document_taken', values: { other: other.fullname, id: String(other.id) } },
    ];
  return faults;
}

function phoneFaults({ phones }: ClientBody, before: Row | null): Faults {
  if (phones === undefined && before !== null) return {};
  const numbers = (phones ?? []).map(({ phone }) => phone);
  if (!(phones ?? []).some(({ active }) => active !== false)) return { phones: [{ key: 'client_phone_missing' }] };
  const twice = firstTwice(numbers);
  return twice < 0 ? {} : { [`phones.${twice}.phone`]: [{ key: 'phone_twice' }] };
}

/** A village lies in its region, and what is more exact than a region needs one. */
async function addressFaults(db: Db, { body, before }: Change): Promise<Faults> {
  const faults: Faults = {};
  for (const kind of ['', 'actual_'] as const) {
    const sentId = (field: 'region' | 'village') => {
      const sent = body[`${kind}${field}_id`];
      return sent === undefined ? (before?.[`${kind}${field}`]?.id ?? null) : sent;
    };
    const [region, village] = [sentId('region'), sentId('village')];
    if (region !== null && village !== null) {
      // a region or a village that there is not is a fault of its own
      const { rows } = await sql`SELECT 1 FROM village v JOIN region r ON r.id = ${region}
        WHERE v.id = ${village} AND v.region_id <> r.id`.execute(db);
      if (rows.length > 0) faults[`${kind}village_id`] = [{ key: 'village_elsewhere' }];
    }
    const detailed = [village, body[`${kind}street`], body[`${kind}landmark`]].some((one) => one);
    if (region === null && detailed) faults[`${kind}region_id`] = [{ key: 'address_region' }];
  }
  return faults;
}

/** What the setting in force on a day asks for. */
export const termsOfClients = async (db: Db, day: string): Promise<Terms | null> =>
  (await inForce(db, clientSetting as unknown as Setting, {} as never, day)) as Terms | null;

/** Of a new client everything that the setting asks for, of a changed one what was there. */
async function settingFaults({ db, now }: Writer, { body, before }: Change): Promise<Faults> {
  const today = tashkentDay(now);
  const setting = await termsOfClients(db, today);
  if (setting === null) return {};
  const faults: Faults = {};
  const age = ageOn(body.birth_date, today);
  if (before === null && (age < setting.age_from || age > setting.age_to))
    faults.birth_date = [{ key: 'client_age', values: { age, from: setting.age_from, to: setting.age_to } }];
  const had = (name: keyof Row) => before === null || (before[name] !== null && before[name] !== undefined);
  const phones = (body.phones ?? []).filter(({ active }) => active !== false);
  const sentEmpty = (sent: unknown) => (before === null ? !sent : sent === null);
  const missing: Record<Terms['needed'][number], [field: string, key: string] | false> = {
    pinfl: before === null && !body.pinfl && ['pinfl', 'needed'],
    passport: before === null && !body.documents?.length && ['documents', 'client_document_missing'],
    second_phone: body.phones !== undefined && phones.length < 2 && ['phones', 'client_second_phone'],
    relative: body.phones !== undefined &&
      !phones.some(({ owner }) => owner === 'relative') && ['phones', 'client_relative_phone'],
    address: sentEmpty(body.region_id) && had('region') && ['region_id', 'needed'],
    workplace: sentEmpty(body.workplace_id) && had('workplace') && ['workplace_id', 'needed'],
    income: sentEmpty(body.salary) && had('salary') && ['salary', 'needed'],
  };
  for (const one of setting.needed) {
    const lack = missing[one];
    if (lack) faults[lack[0]] ??= [{ key: lack[1] }];
  }
  if (setting.photo && sentEmpty(body.photo_id) && had('photo')) faults.photo_id = [{ key: 'needed' }];
  return faults;
}

/** The surname and the name, in whichever order and script. */
const nameOf = (fullname: string): string => searchKey(fullname).trim().split(/\s+/).slice(0, 2).sort().join(' ');

/**
 * Clients of the same name and day of birth, where one of the two has no PINFL: whether it is the same person is a question
 * that must be answered.
 */
async function similarTo(db: Db, { fullname, birth_date, pinfl }: ClientBody): Promise<FieldFault | undefined> {
  const { rows } = await sql<{ id: number; fullname: string }>`
    SELECT id, fullname FROM client
    WHERE birth_date = ${birth_date}::date AND (pinfl IS NULL OR ${pinfl ?? null}::text IS NULL) ORDER BY id`.execute(
    db,
  );
  const other = rows.find((one) => nameOf(one.fullname) === nameOf(fullname));
  return (
    other && {
      key: 'client_similar',
      values: { other: other.fullname, id: String(other.id), date: writtenDay(birth_date) },
    }
  );
}

/** Whether a change says who the person is: the form of a record never does, what corrects one may. */
const saysWho = (body: ClientBody, before: Row): boolean =>
  body.fullname !== before.fullname ||
  body.birth_date !== before.birth_date ||
  body.gender !== before.gender ||
  (body.pinfl ?? before.pinfl) !== before.pinfl ||
  body.documents?.some(({ id }) => id === undefined) === true;

/** What is wrong with who the person is, whatever else is written. */
export async function identityFaults(on: Moment, body: ClientBody, id: number | null): Promise<Faults> {
  const faults: Faults = { ...disagreements(body), ...(await documentFaults(on, body, id)) };
  if (body.fullname.trim().split(/\s+/).length < 2) faults.fullname = [{ key: 'client_fullname' }];
  return faults;
}

export async function refuseClient(writer: Writer, change: Change): Promise<Faults> {
  const { db } = writer;
  const { id, body, before } = change;
  const faults: Faults = {
    ...(await settingFaults(writer, change)),
    ...phoneFaults(body, before),
    ...(await addressFaults(db, change)),
  };
  if (before === null || saysWho(body, before)) Object.assign(faults, await identityFaults(writer, body, id));
  if (body.works_since && body.works_since > tashkentDay(writer.now)) faults.works_since = [{ key: 'day_future' }];
  if (before !== null) return faults;
  if (body.consent !== true) faults.consent = [{ key: 'client_consent' }];
  const similar = body.doubles_checked === true ? undefined : await similarTo(db, body);
  if (similar) faults.doubles_checked = [similar];
  return faults;
}
