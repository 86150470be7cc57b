import { describe, expect, it } from 'vitest';
import type { WrittenQuestion } from '../../contract/testAuthors.ts';
import { gapsOf } from '../../machines/staffTest/gaps.ts';
import { staffTestMachine } from '../../machines/staffTest/staffTest.machine.ts';
import { staffTestModel } from '../../machines/staffTest/staffTest.model.ts';
import { staffTestOracle } from '../oracle/staffTest.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

const EVENTS = ['test.update', 'test.publish', 'test.close', 'test.end', 'test.drop'];
const taken = (snapshot: Parameters<typeof accepts>[0]) =>
  EVENTS.filter((type) => accepts(snapshot, { type, facts: { complete: true } }));

runOracleLayer(staffTestMachine, staffTestOracle);

runModelLayer('staffTest', staffTestModel, {
  states: {
    draft(snapshot, { event }) {
      expect(taken(snapshot)).toEqual(
        snapshot.context.complete ? ['test.update', 'test.publish', 'test.drop'] : ['test.update', 'test.drop'],
      );
      expect(snapshot.context).toEqual((event as { facts?: object } | undefined)?.facts ?? { complete: false });
    },
    published(snapshot) {
      expect(snapshot.context.complete).toBe(true);
      expect(taken(snapshot)).toEqual(['test.close', 'test.end']);
    },
    ended(snapshot) {
      expect(taken(snapshot)).toEqual([]);
    },
    withdrawn(snapshot) {
      expect(taken(snapshot)).toEqual([]);
    },
  },
});

describe('what prevents publishing', () => {
  const NOW = Date.parse('2026-11-22T09:00:00Z');
  const single = (...right: boolean[]): WrittenQuestion => ({
    type: 'single',
    title: 'Savol',
    accepted: [],
    options: right.map((is_correct, at) => ({ title: `Javob ${at}`, is_correct })),
  });
  const text = (...accepted: string[]): WrittenQuestion => ({ type: 'text', title: 'Savol', accepted, options: [] });
  const whole = { title: 'Test', questions: [single(true, false)], endsAt: null, audience: 3 };
  const questions = (...list: WrittenQuestion[]) => gapsOf({ ...whole, questions: list }, NOW);

  it('is nothing for a whole one', () => {
    expect(gapsOf(whole, NOW)).toEqual([]);
    expect(questions(single(true, false), { ...single(true, true, false), type: 'multi' }, text('', '15'))).toEqual([]);
  });

  it('names each question by its number', () => {
    expect(
      questions(
        { ...single(true, false), title: ' ' },
        single(true),
        {
          ...single(true, false),
          options: [
            { title: 'A', is_correct: true },
            { title: ' ', is_correct: false },
          ],
        },
        single(false, false),
        single(true, true),
        text(' '),
        {
          ...single(true, false),
          options: [
            { title: 'Bir  xil', is_correct: true },
            { title: ' Bir xil', is_correct: false },
          ],
        },
      ).map(({ what, number }) => `${number} ${what}`),
    ).toEqual(['1 question', '2 options', '3 options', '4 right', '5 one', '6 accepted', '7 same']);
    // a letter in another case may be what is asked
    const cases = ['kg', 'Kg'].map((title, at) => ({ title, is_correct: at === 0 }));
    expect(questions({ ...single(true, false), options: cases })).toEqual([]);
  });

  it('is a title, a question, people, an end that is still to come', () => {
    const gaps = gapsOf({ title: ' ', questions: [], endsAt: NOW, audience: 0 }, NOW);
    expect(gaps.map(({ what }) => what)).toEqual(['title', 'questions', 'end', 'audience']);
    expect(gapsOf({ ...whole, endsAt: NOW + 1 }, NOW)).toEqual([]);
    // the author's page does not know how many there are
    expect(gapsOf({ ...whole, audience: null }, NOW)).toEqual([]);
  });
});
