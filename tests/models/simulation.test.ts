/** Walks of the simulator: the charts of today, the hand-written tables, and nothing else. */
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';

import { countingActMachine } from '../../machines/countingAct/countingAct.machine.ts';
import { closedGuards, saysAt, stateOf } from '../../machines/kit/rows.ts';
import { choicesOf, endsOf, type Place, runWalk, walkIn, walkText, wayTo } from '../../machines/kit/simulation.ts';
import { begin } from '../../machines/kit/step.ts';
import { eventTypesOf } from '../../machines/kit/transitions.ts';
import { loadWorkflows, type Workflow } from '../../scripts/machines.ts';
import { brokenBy, trialOfWorkflow } from '../../scripts/scenarios.ts';
import { scenarioWords } from '../../scripts/scenarioWords.ts';
import { ORACLES } from '../oracle/index.ts';
import { factsOf, outcomesOf, type WrittenOracle } from '../oracle/oracle.ts';

const workflows = await loadWorkflows();
const byName = new Map(workflows.map((workflow) => [workflow.name, workflow]));
const trialNamed = (name: string) => trialOfWorkflow(byName.get(name) as Workflow);

const act = trialNamed('countingAct');
const counter = trialNamed('counter');
const run = (text: string) =>
  runWalk(act, (name) => (name === 'counter' ? counter : undefined), walkIn(text) as Place[]);
const states = (text: string) =>
  run(text).map((one) => one && [...one.standing.values()].map(({ snapshot }) => stateOf(snapshot)).join(' + '));

describe('a walk is a text', () => {
  const places: Place[] = [
    { from: -1, move: { kind: 'begin', state: 'created' } },
    { from: 0, move: { kind: 'event', of: '', name: 'counter.submit/disagrees' } },
    { from: 0, move: { kind: 'fact', of: 'counter 2', name: 'assigned', value: 2 } },
    { from: 2, move: { kind: 'fact', of: '', name: 'stale', value: true } },
    { from: 3, move: { kind: 'join', chart: 'counter', state: 'assigned' } },
  ];

  it('that says the same when it is read', () => {
    expect(walkText(places)).toBe(
      '!created~+>counter.submit/disagrees~0=counter 2>assigned=2~=>stale=true~&counter>assigned',
    );
    expect(walkIn(walkText(places))).toEqual(places);
  });

  it.each([
    '',
    'created',
    '!created~+counter.add',
    '!created~5+>act.cancel',
    '!created~!counted',
    '!created~=>assigned=x',
  ])('and "%s" is none', (text) => expect(walkIn(text)).toBeNull());

  it('branches go from the place that they name', () => {
    expect(wayTo(walkIn('!created~+>counter.add~+>residues.load~0+>act.cancel') as Place[], 3)).toEqual([0, 3]);
  });
});

describe('an act of counting', () => {
  it('goes where events lead, from each branch', () => {
    expect(states('!created~+>counter.add~+>residues.load~+>counter.start~0+>act.cancel')).toEqual([
      'created',
      'created',
      'residues_loaded',
      'counting',
      'cancelled',
    ]);
  });

  it('begins in any state of its table', () => {
    for (const { state } of act.rows) expect(states(`!${state}`)).toEqual([state]);
  });

  it('stops where the chart takes no event, and what comes after it has no place', () => {
    expect(states('!created~+>act.complete~+>act.cancel')).toEqual(['created', undefined, undefined]);
  });

  it('completes once the fact that refuses it is set, and the choice names that fact (decision 20)', () => {
    const [refused] = run('!counted~=>disagreements=1').slice(-1);
    const choice = choicesOf(refused?.standing ?? new Map(), '').find(({ one }) => one.name === 'act.complete');
    expect(choice).toMatchObject({
      accepted: false,
      guards: ['noDisagreements'],
      remedy: { kind: 'fact', name: 'disagreements', value: 0 },
    });
    expect(states('!counted~=>disagreements=1~=>disagreements=0~+>act.complete').at(-1)).toBe('completed');
  });

  it('names the event that would let another through', () => {
    const [now] = run('!created~+>counter.add');
    const choice = choicesOf(now?.standing ?? new Map(), '').find(({ one }) => one.name === 'counter.rename');
    expect(choice?.remedy).toEqual({ kind: 'fact', name: 'assigned', value: 1 });
  });

  it('says why as the app does, where the table has the same refusal with other numbers', () => {
    const saidOf = (text: string) => {
      const standing = run(text).at(-1)?.standing;
      return standing && choicesOf(standing, '').find(({ one }) => one.name === 'act.complete')?.says;
    };
    // one counter who disagrees with what was loaded: the table has the refusal of two alone
    expect(saidOf('!created~+>residues.load~+>counter.add~+>counter.start~+>counter.submit~=>disagreements=1')).toEqual(
      ['errors.disagreements'],
    );
    expect(saidOf('!counted~=>disagreements=3')).toEqual(['errors.disagreements']);
    expect(saidOf('!counted~=>moved=1~=>elsewhere=1')).toEqual(['errors.moved_lines', 'errors.serials_elsewhere']);
  });

  it('refuses a fact that the table does not name', () => {
    expect(states('!created~=>organization=2')).toEqual(['created', undefined]);
  });

  it('lists what would run, and runs nothing', () => {
    expect(
      run('!counting~+>counter.submit')
        .at(-1)
        ?.effects.map(({ name }) => name),
    ).toEqual(['finishCounter', 'takeFacts', 'askWhetherAllSubmitted']);
  });
});

describe('an act with its counters', () => {
  it('what would run is said of the chart that runs it', () => {
    const walk = '!created~+>counter.add~+>residues.load~&counter>assigned~+counter>counter.start';
    expect(run(walk).at(-1)?.effects).toEqual([{ of: '', kind: 'runs', name: 'startCounter' }]);
  });

  it('and so are the entries of the table', () => {
    expect(run('!completed~+>act.form').at(-1)?.effects).toContainEqual({ of: '', kind: 'posts', name: 'stock 1 -2' });
  });

  it('a counter that starts and submits moves the act', () => {
    const walk =
      '!created~+>counter.add~+>residues.load~&counter>assigned~+counter>counter.start~+counter>counter.submit';
    expect(states(walk).slice(-3)).toEqual([
      'residues_loaded + assigned',
      'counting + counting',
      'counted + submitted',
    ]);
  });

  it('an event that the act refuses is refused to the counter too (decision 16)', () => {
    const walk = '!created~+>counter.add~&counter>assigned';
    expect(states(`${walk}~+counter>counter.start`).at(-1)).toBeUndefined();
    const choices = choicesOf(run(walk).at(-1)?.standing ?? new Map(), 'counter');
    expect(choices.find(({ one }) => one.name === 'counter.start')).toMatchObject({ accepted: false, others: [''] });
  });

  const both = '!created~+>counter.add~+>residues.load~&counter>assigned';
  it('an event that is one step of both moves the counter too where it is sent at the act', () => {
    expect(states(`${both}~+>counter.start~+>counter.submit`).slice(-2)).toEqual([
      'counting + counting',
      'counted + submitted',
    ]);
    expect(states(`${both}~+>counter.remove`).at(-1)).toBe('residues_loaded + removed');
    const choices = choicesOf(run(both).at(-1)?.standing ?? new Map(), '');
    expect(choices.find(({ one }) => one.name === 'counter.start')).toMatchObject({
      accepted: true,
      others: ['counter'],
    });
  });

  it('and is refused at the act where no counter takes it, by name; one that another counter takes goes there', () => {
    const walk = `${both}~+>counter.start~=>assigned=1`;
    expect(states(`${walk}~+>counter.start`).at(-1)).toBeUndefined();
    const choices = choicesOf(run(walk).at(-1)?.standing ?? new Map(), '');
    expect(choices.find(({ one }) => one.name === 'counter.start')).toMatchObject({
      accepted: false,
      others: ['counter'],
    });
    expect(states(`${walk}~&counter>assigned~+>counter.start`).at(-1)).toBe('counting + counting + counting');
  });

  it('the case that was chosen at the act stays: a list with a disagreement is submitted', () => {
    const walk = `${both}~+>counter.start~+>counter.submit/disagrees`;
    const [end] = endsOf(run(walk)).slice(-1);
    expect(end).toContain('countingAct: counted');
    expect(end).toContain('disagreements 1');
    expect(end).toContain('counter: submitted');
  });

  it('a list takes entries while its act is counted, and none once that is called off', () => {
    const counting = `${both}~+>counter.start`;
    expect(states(`${counting}~+counter>entries.save`).at(-1)).toBe('counting + counting');
    expect(states(`${counting}~+>act.cancel~+counter>entries.save`).slice(-2)).toEqual([
      'cancelled + counting',
      undefined,
    ]);
    const choices = choicesOf(run(`${counting}~+>act.cancel`).at(-1)?.standing ?? new Map(), 'counter');
    expect(choices.find(({ one }) => one.name === 'entries.save')).toMatchObject({ accepted: false, others: [''] });
  });

  it('an act alone takes it alone', () => {
    expect(states('!created~+>counter.add~+>residues.load~+>counter.start').at(-1)).toBe('counting');
  });
});

it('an event that leads another chart by one of two ways takes the one that is open there', () => {
  const contract = trialNamed('contract');
  const guarantee = trialNamed('guarantee');
  const begun = (state: string) => walkIn(`!draft~&guarantee>${state}~+>contract.cancel`) as Place[];
  const ends = (state: string) =>
    [
      ...(runWalk(contract, () => guarantee, begun(state))
        .at(-1)
        ?.standing.values() ?? []),
    ].map(({ snapshot }) => stateOf(snapshot));
  expect(ends('draft')).toEqual(['cancelled', 'dropped']);
  expect(ends('signed')).toEqual(['cancelled', 'released']);
});

describe('a scenario', () => {
  const walk = '!created~+>counter.add~+>act.cancel';
  it('keeps state and facts of each place', () => {
    const facts = (assigned: number) =>
      `assigned ${assigned}, counting 0, submitted 0, disagreements 0, moved 0, elsewhere 0`;
    expect(endsOf(run(walk))).toEqual([
      `countingAct: created, ${facts(0)}`,
      `countingAct: created, ${facts(1)}`,
      `countingAct: cancelled, ${facts(1)}`,
    ]);
  });

  it('that a change of the chart breaks ends elsewhere', () => {
    const changed = countingActMachine.provide({ actions: { addCounter: () => {} } });
    const ends = endsOf(runWalk({ ...act, machine: changed }, () => undefined, walkIn(walk) as Place[]));
    expect(ends[1]).not.toBe(endsOf(run(walk))[1]);
  });
});

it('a scenario that goes another way than it was kept says at which step, in one sentence', () => {
  const trials = new Map(workflows.map((one) => [one.name, trialOfWorkflow(one)]));
  const walk = '!created~+>act.cancel';
  const kept = { id: 1, machine: 'countingAct', name: 'x', walk, release: '', author: '', own: true, at: '' };
  const [begins = '', ends = ''] = endsOf(run(walk));
  expect(brokenBy({ ...kept, ends: [begins, ends] }, trials)).toBeUndefined();
  expect(brokenBy({ ...kept, ends: [begins, 'countingAct: counted'] }, trials)).toBe(
    `step 2 (+>act.cancel) leads to "${ends}", it led to "countingAct: counted"`,
  );
  expect(brokenBy({ ...kept, walk: '!created~+>act.form', ends: [begins, 'countingAct: formed'] }, trials)).toBe(
    'step 2 (+>act.form) is not taken any more, it led to "countingAct: formed"',
  );
  expect(brokenBy({ ...kept, machine: 'none', ends: [] }, trials)).toBe('there is no chart none any more');
});

it.each([
  [
    'ru',
    'шаг 2 (Формирование) больше не проходит, раньше он вёл в «Акт инвентаризации: Идёт подсчёт, Считающих учётчиков 2»',
  ],
  [
    'uz',
    '2-qadam (Shakllantirish) endi bajarilmaydi, avval «Sanoq dalolatnomasi: Sanalmoqda, Sanayotgan sanovchilar 2» holatiga olib borgan',
  ],
])('and says it in the words of the gallery: %s', (language, sentence) => {
  const trials = new Map(workflows.map((one) => [one.name, trialOfWorkflow(one)]));
  const kept = { id: 1, machine: 'countingAct', name: 'x', release: '', author: '', own: true, at: '' };
  const [begins = ''] = endsOf(run('!created'));
  const scenario = { ...kept, walk: '!created~+>act.form', ends: [begins, 'countingAct: counting, counting 2'] };
  expect(brokenBy(scenario, trials, scenarioWords(language))).toBe(sentence);
});

it('facts that are yes or no are so in the reader’s words', () => {
  const place = 'practiceDay: open, nothingBlocks false, monthClosed true';
  expect(scenarioWords('ru').place(place)).toMatch(/ нет, \S.* да$/);
  expect(scenarioWords('uz').place(place)).toMatch(/ yoʻq, \S.* ha$/);
  expect(scenarioWords(undefined).place(place)).toBe(place);
});

describe.each(workflows.map((workflow) => [workflow.name, workflow] as const))('%s', (name, { machine }) => {
  const oracle = ORACLES.find((one) => one.machine === name);
  const trial = trialNamed(name);

  it('begins in every state that is offered', () => {
    const offered = [...trial.rows.map(({ state }) => state), ...Object.keys(trial.ways)];
    expect(offered.length).toBeGreaterThan(0);
    for (const state of offered) {
      const [begun] = runWalk(trial, () => undefined, [{ from: -1, move: { kind: 'begin', state } }]);
      expect([...(begun?.standing.values() ?? [])].map(({ snapshot }) => stateOf(snapshot))).toEqual([state]);
    }
  });

  it.runIf(oracle !== undefined)('accepts and refuses what its hand-written table says', () => {
    for (const row of oracle?.rows ?? []) {
      const snapshot = machine.resolveState({ value: row.state, context: factsOf(oracle as WrittenOracle, row) });
      const choices = choicesOf(new Map([['', { chart: trial, snapshot }]]), '');
      const accepted = new Set(choices.filter((one) => one.accepted).map(({ one }) => one.name));
      for (const outcome of outcomesOf(oracle as WrittenOracle, row))
        expect(accepted.has(outcome.name), `${row.state}: ${outcome.name}`).toBe(outcome.accepted !== undefined);
    }
  });
});

it('every link names an event of the chart that it goes to', () => {
  const links = workflows.flatMap(({ name }) => trialNamed(name).links.map((link) => ({ from: name, ...link })));
  expect(links.length).toBeGreaterThan(10);
  for (const { from, event, to, as } of links) {
    expect(eventTypesOf(byName.get(to)?.machine as AnyStateMachine), `${from} to ${to}`).toContain(as);
    const { machine, model } = byName.get(from) as (typeof workflows)[number];
    expect([...eventTypesOf(machine), ...(model?.cases ?? []).map((one) => one.name)], from).toContain(event);
  }
});

it('what is said by rows alike is what the row itself says, in every table', () => {
  let compared = 0;
  const differing = ORACLES.flatMap(({ machine: of }) => {
    const { machine, beginnings, rows, cases } = trialNamed(of);
    const { context } = begin(machine, beginnings[0]?.input).snapshot;
    return rows.flatMap((row) => {
      const snapshot = machine.resolveState({ value: row.state, context: { ...context, ...row.facts } });
      const others = rows.filter((one) => one !== row);
      return cases.flatMap((one) => {
        const own = row.says[one.name];
        const isSaidElsewhere = others.some(
          ({ state, says }) => state === row.state && says[one.name]?.join() === own?.join(),
        );
        if (own === undefined || !isSaidElsewhere || closedGuards(snapshot, one.event).length === 0) return [];
        compared += 1;
        const said = saysAt(others, snapshot, one);
        return said.length === 0 || own.every((text) => said.includes(text))
          ? []
          : [`${of} ${row.state} ${JSON.stringify(row.facts)} ${one.name}: ${own.join()} / ${said.join()}`];
      });
    });
  });
  expect(differing).toEqual([]);
  expect(compared).toBeGreaterThan(50);
});
