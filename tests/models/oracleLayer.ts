/** The model layer against the oracle (`tests/oracle`): the chart does what is written, state by state, fact by fact. */
import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, type AnyStateMachine, createActor, transition } from 'xstate';
import { eventTypesOf, guardNamesIn, leavesOf, transitionsOf } from '../../machines/kit/transitions.ts';
import { eventOf, factsOf, outcomesOf, type Row, typeOf, type WrittenOracle, wordsOf } from '../oracle/oracle.ts';
import { accepts, GATES } from './kit.ts';

const snapshotAt = (machine: AnyStateMachine, oracle: WrittenOracle, row: Row): AnyMachineSnapshot =>
  machine.resolveState({ value: row.state, context: factsOf(oracle, row) });

/** Guards with what each answered while every case was tried in every row. */
function guardsSeen(machine: AnyStateMachine, oracle: WrittenOracle): Map<string, Set<boolean>> {
  const seen = new Map<string, Set<boolean>>();
  const guards = Object.fromEntries(
    Object.entries(machine.implementations.guards).map(([name, guard]) => [
      name,
      (args: unknown, params: unknown): boolean => {
        const answer = (guard as (args: unknown, params: unknown) => boolean)(args, params);
        seen.set(name, (seen.get(name) ?? new Set()).add(answer));
        return answer;
      },
    ]),
  );
  const watched = machine.provide({ guards });
  for (const row of oracle.rows) {
    for (const name of Object.keys(oracle.cases)) {
      accepts(snapshotAt(watched, oracle, row), eventOf(oracle, name));
    }
  }
  return seen;
}

/**
 * Defines the suite of one lifecycle.
 * @param begins what the machine is given so that it begins as the oracle does; nothing where it begins so by itself.
 */
export function runOracleLayer(machine: AnyStateMachine, oracle: WrittenOracle, begins?: object): void {
  describe(`${oracle.machine}, oracle`, () => {
    it('begins as it is written', () => {
      const snapshot = createActor(machine, { input: begins }).getSnapshot() as AnyMachineSnapshot;
      expect(snapshot.value).toBe(oracle.begins.state);
      expect(snapshot.context).toEqual(oracle.begins.facts);
    });

    it('is given facts by who opens it', () => {
      for (const row of oracle.rows) {
        const snapshot = createActor(machine, { input: factsOf(oracle, row) }).getSnapshot() as AnyMachineSnapshot;
        expect(snapshot.context).toEqual(factsOf(oracle, row));
      }
    });

    it.each(oracle.rows.map((row) => [`${wordsOf(oracle, row)} (${row.source})`, row] as const))('%s', (_, row) => {
      const snapshot = snapshotAt(machine, oracle, row);
      for (const { name, accepted } of outcomesOf(oracle, row)) {
        const event = eventOf(oracle, name);
        expect(accepts(snapshot, event), `${name} is ${accepted === undefined ? 'refused' : 'accepted'}`).toBe(
          accepted !== undefined,
        );
        if (accepted === undefined) continue;
        const [after] = transition(machine, snapshot, event);
        expect({ state: after.value, facts: after.context }, name).toEqual({
          state: accepted.to,
          facts: accepted.facts,
        });
      }
    });

    describe(GATES, () => {
      it('has every state and event of the chart, and no other', () => {
        expect([...oracle.states].sort()).toEqual(leavesOf(machine).sort());
        expect([...new Set(oracle.rows.map(({ state }) => state))].sort()).toEqual([...oracle.states].sort());
        expect([...new Set(Object.keys(oracle.cases).map(typeOf))].sort()).toEqual(eventTypesOf(machine).sort());
      });

      it('accepts each event case in some row', () => {
        const accepted = new Set(oracle.rows.flatMap((row) => Object.keys(row.accepts)));
        expect(Object.keys(oracle.cases).filter((name) => !accepted.has(name))).toEqual([]);
      });

      it('sees each guard true and false', () => {
        const seen = guardsSeen(machine, oracle);
        const names = new Set(transitionsOf(machine).flatMap(({ guard }) => guardNamesIn(guard)));
        const lacking = [...names].filter((name) => seen.get(name)?.size !== 2);
        expect(lacking).toEqual([]);
      });
    });
  });
}
