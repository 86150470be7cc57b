/** Tests of staff for server tests: rows written as the author's calls would leave them. */
import type { QuestionType } from '../../contract/staffTests.ts';
import { PEOPLE, type Server } from './world.ts';

export interface WrittenQuestion {
  type: QuestionType;
  title: string;
  /** Title and whether it is right. */
  options?: readonly (readonly [string, boolean])[];
  accepted?: readonly string[];
}

export const QUESTIONS: readonly WrittenQuestion[] = [
  {
    type: 'single',
    title: 'Bittasi',
    options: [
      ['A', false],
      ['B', true],
      ['C', false],
    ],
  },
  {
    type: 'multi',
    title: 'Bir nechtasi',
    options: [
      ['D', true],
      ['E', true],
      ['F', false],
    ],
  },
  { type: 'text', title: 'Soʻz', accepted: ['MAXFIY-JAVOB', 'oʻn besh'] },
];

export interface TestWish {
  title?: string;
  tries?: number;
  /** Minutes. */
  duration?: number;
  percent?: number;
  startsAt?: Date;
  endsAt?: Date | null;
  status?: 'draft' | 'published' | 'ended' | 'withdrawn';
  positions?: readonly number[];
  organizations?: readonly number[];
  questions?: readonly WrittenQuestion[];
}

const HOUR = 3_600_000;

/** A test that has begun, by default for everybody; its id. */
export async function writeTest({ db }: Pick<Server, 'db'>, wish: TestWish = {}): Promise<number> {
  const { id } = await db.kysely
    .insertInto('test')
    .values({
      title: wish.title ?? 'Sinov testi',
      description: 'Tavsif',
      duration: wish.duration ?? 10,
      pass_percent: wish.percent ?? 60,
      tries: wish.tries ?? 3,
      starts_at: wish.startsAt ?? new Date(Date.now() - HOUR),
      ends_at: wish.endsAt ?? null,
      everyone: (wish.positions ?? []).length + (wish.organizations ?? []).length === 0,
      status: wish.status ?? 'published',
      created_by: PEOPLE.director.id,
      published_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [place, question] of (wish.questions ?? QUESTIONS).entries()) {
    const written = await db.kysely
      .insertInto('test_question')
      .values({
        test_id: id,
        place,
        type: question.type,
        title: question.title,
        accepted: [...(question.accepted ?? [])],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [spot, [title, is_correct]] of (question.options ?? []).entries()) {
      await db.kysely
        .insertInto('test_option')
        .values({ question_id: written.id, place: spot, title, is_correct })
        .execute();
    }
  }
  for (const position of wish.positions ?? []) {
    await db.kysely.insertInto('test_position').values({ test_id: id, position_id: position }).execute();
  }
  for (const organization of wish.organizations ?? []) {
    await db.kysely.insertInto('test_organization').values({ test_id: id, organization_id: organization }).execute();
  }
  return id;
}

/** One hand-in of an attempt, so long ago, in milliseconds. */
export async function writeResult(
  { db }: Pick<Server, 'db'>,
  attemptId: number,
  { ago = 0, left, sitting = 1, passed = false }: { ago?: number; left: number; sitting?: number; passed?: boolean },
): Promise<void> {
  const at = new Date(Date.now() - ago);
  await db.kysely
    .insertInto('test_result')
    .values({
      attempt_id: attemptId,
      sitting,
      tries_left: left,
      right_count: 1,
      question_count: 3,
      passed,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db.kysely
    .updateTable('test_attempt')
    .set({ sitting, tries_left: left, status: left === 0 ? 'spent' : 'ready' })
    .where('id', '=', attemptId)
    .execute();
}

/** The database as it was before the test: no tests at all. */
export async function forgetTests({ db }: Pick<Server, 'db'>): Promise<void> {
  const tables = ['test_result', 'test_answer', 'test_attempt', 'test_option', 'test_question'] as const;
  for (const table of [...tables, 'test_position', 'test_organization', 'test'] as const) {
    await db.kysely.deleteFrom(table).execute();
  }
}
