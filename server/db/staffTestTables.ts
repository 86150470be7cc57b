/** Tables of staff tests as Kysely sees them. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { QuestionType } from '../../contract/staffTests.ts';
import type { Defaulted, Instant, InstantNow } from './columns.ts';

export interface StaffTestTables {
  test: {
    id: Generated<number>;
    title: string;
    description: Defaulted<string>;
    /** Minutes. */
    duration: number;
    pass_percent: number;
    tries: number;
    starts_at: Instant;
    ends_at: Instant | null;
    /** Else those of the positions, in the organizations, where either is named. */
    everyone: Defaulted<boolean>;
    status: Defaulted<'draft' | 'published' | 'ended' | 'withdrawn'>;
    search_key: Defaulted<string>;
    /** The title by the Uzbek alphabet; written by the database. */
    title_order: GeneratedAlways<string>;
    version: Defaulted<number>;
    owner_id: Defaulted<number>;
    created_by: number;
    created_at: InstantNow;
    published_at: Instant | null;
    since: InstantNow;
  };
  test_position: { test_id: number; position_id: number };
  test_organization: { test_id: number; organization_id: number };
  test_question: {
    id: Generated<number>;
    test_id: number;
    place: number;
    type: QuestionType;
    title: string;
    accepted: Defaulted<string[]>;
  };
  test_option: { id: Generated<number>; question_id: number; place: number; title: string; is_correct: boolean };
  test_attempt: {
    id: Generated<number>;
    test_id: number;
    user_id: number;
    status: Defaulted<'ready' | 'answering' | 'passed' | 'spent'>;
    tries_left: number;
    sitting: Defaulted<number>;
    started_at: Instant | null;
    deadline: Instant | null;
    created_at: InstantNow;
    since: InstantNow;
  };
  test_answer: {
    attempt_id: number;
    sitting: number;
    question_id: number;
    option_ids: Defaulted<number[]>;
    text: Defaulted<string>;
    later: Defaulted<boolean>;
    is_right: boolean | null;
    saved_at: InstantNow;
  };
  test_result: {
    id: Generated<number>;
    attempt_id: number;
    sitting: number;
    tries_left: number;
    right_count: number;
    question_count: number;
    passed: boolean;
    handed_in: Defaulted<boolean>;
    created_at: InstantNow;
    updated_at: InstantNow;
  };
}
