/** Who may take the steps of a way now, by position: people of the document's branch, without any of the offices. */
import { sql } from 'kysely';
import { calls } from '../../../contract/index.ts';
import { allows } from '../../../contract/rules.ts';
import type { WayPosition } from '../../../contract/workflowWay.ts';
import { titleIn } from '../../directory/targets.ts';
import type { SignedIn } from '../../http/auth.ts';
import type { Asked } from '../../lifecycle/lifecycle.ts';
import { everybody } from '../../people/everybody.ts';

/** Names that are answered of the people of one position; the window begins with fewer and shows the rest on request. */
const NAMES = 200;

const withEvent = new Map<string, readonly string[]>();

/** Rules of the calls that send an event, as they are written in the contract. */
export function rulesOfEvent(machine: string, type: string): readonly string[] {
  const key = `${machine} ${type}`;
  const known = withEvent.get(key);
  if (known !== undefined) return known;
  const rules = calls
    .filter(({ event, alsoFires = [] }) =>
      [...(event ? [event] : []), ...alsoFires].some((one) => one.machine === machine && one.type === type),
    )
    .map(({ rule }) => rule);
  const own = [...new Set(rules)];
  withEvent.set(key, own);
  return own;
}

/** The rule of a call, by its id. */
export const rulesOfCall = (id: string): readonly string[] =>
  calls.flatMap((call) => (call.id === id ? [call.rule] : []));

export const holdsOneOf = ({ rules }: SignedIn, asked: readonly string[]): boolean =>
  asked.some((rule) => rule === 'signedIn' || allows(rules, rule));

/** Everybody who works here, and what positions are called; read once for a way. */
export class Staff {
  readonly people: readonly SignedIn[];
  readonly #positions: ReadonlyMap<number, string>;
  readonly #reader: SignedIn;
  private constructor(people: readonly SignedIn[], positions: ReadonlyMap<number, string>, reader: SignedIn) {
    this.people = people;
    this.#positions = positions;
    this.#reader = reader;
  }

  isReader = ({ id }: { readonly id: number }): boolean => id === this.#reader.id;

  static async read({ db, user, language }: Asked): Promise<Staff> {
    const { rows } = await sql<{ id: number; title: string }>`
      SELECT u.id, ${titleIn('position', 'p', language)} AS title
      FROM app_user u JOIN position p ON p.id = u.position_id WHERE u.active`.execute(db);
    return new Staff(await everybody(db), new Map(rows.map(({ id, title }) => [id, title])), user);
  }

  /**
   * Those who may, of the branch; where nobody there does, those of the offices, who act in every branch. The reader is
   * always among them: who may take a step needs nobody else for it.
   */
  async who(branch: number, may: (one: SignedIn) => Promise<boolean>): Promise<SignedIn[]> {
    const isNear = ({ organizationId }: SignedIn) => organizationId === branch;
    const isOffice = (one: SignedIn) => !isNear(one) && one.office;
    const found = async (belongs: (one: SignedIn) => boolean) => {
      const all: SignedIn[] = [];
      for (const one of this.people) if ((belongs(one) || this.isReader(one)) && (await may(one))) all.push(one);
      return all;
    };
    const near = await found(isNear);
    return near.some(isNear) ? near : found(isOffice);
  }

  /** By position, the reader first; of other branches only who works in an office has the names. */
  positionsOf(people: readonly SignedIn[]): WayPosition[] {
    const reader = this.#reader;
    const titles = new Map<string, SignedIn[]>();
    for (const one of people) {
      const title = this.#positions.get(one.id) ?? '';
      titles.set(title, [...(titles.get(title) ?? []), one]);
    }
    return [...titles]
      .map(([title, all]): WayPosition => {
        const seen = all.filter((one) => reader.office || one.organizationId === reader.organizationId);
        const named = [...seen.filter(this.isReader), ...seen.filter((one) => !this.isReader(one))].slice(0, NAMES);
        return {
          title,
          people: named.map(({ id, fullname }) => ({ id, fullname })),
          others: all.length - named.length,
        };
      })
      .sort(
        (one, other) =>
          Number(other.people.some(this.isReader)) - Number(one.people.some(this.isReader)) ||
          one.title.localeCompare(other.title),
      );
  }
}
