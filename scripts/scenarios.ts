/**
 * `npm run qa -- scenarios [name] --from http://localhost:3000`: runs the scenarios that people keep in a running program
 * on the charts of this checkout, and names those that a change has broken. QA_LOGIN and QA_PASSWORD are of a person who
 * sees the gallery; QA_LANGUAGE=ru or uz says it in that language, with the names that the gallery shows.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Call } from '../contract/call.ts';
import { signIn } from '../contract/cash.ts';
import { type Scenario, scenarioIndex } from '../contract/scenarios.ts';
import { brokenAt, type TrialChart, trialOf, type Walks, walkIn } from '../machines/kit/simulation.ts';
import { recordOf } from './chartRecord.ts';
import { loadWorkflows, root, type Workflow } from './machines.ts';
import { scenarioWords } from './scenarioWords.ts';

const walksOf = (name: string): Walks =>
  JSON.parse(readFileSync(resolve(root, `docs/generated/walks/${name}.json`), 'utf8')) as Walks;

/** A workflow as the simulator of the gallery walks it. */
export const trialOfWorkflow = (workflow: Workflow): TrialChart =>
  trialOf({ ...workflow, table: recordOf(workflow).table, walks: walksOf(workflow.name) });

/** In one sentence why a scenario goes another way on the charts of now; undefined: it goes as it was kept. */
export function brokenBy(
  scenario: Scenario,
  trials: ReadonlyMap<string, TrialChart>,
  words = scenarioWords(undefined),
): string | undefined {
  const first = trials.get(scenario.machine);
  if (first === undefined) return words.gone(scenario.machine);
  const places = walkIn(scenario.walk);
  if (places === null) return words.unread;
  const broken = brokenAt(first, (name) => trials.get(name), places, scenario.ends);
  if (broken === undefined) return undefined;
  const { at, end } = broken;
  const step = words.step(scenario.walk, at + 1, scenario.machine);
  const was = words.place(scenario.ends[at] ?? '');
  return end === '' ? words.notTaken(at + 1, step, was) : words.leads(at + 1, step, words.place(end), was);
}

async function asked<T>(from: string, { service, method, path }: Call, init: { token?: string; body?: object }) {
  const answer = await fetch(new URL(`/${service}/api${path}`, from), {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(init.token && { Authorization: `Bearer ${init.token}` }),
    },
    ...(init.body && { body: JSON.stringify(init.body) }),
  });
  const body = (await answer.json()) as T & { message?: string };
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.message ?? ''}`);
  return body;
}

/** @returns how many scenarios are broken */
export async function runScenarios(from: string, name: string | undefined, say: (words: string) => void) {
  const { QA_LOGIN: username, QA_PASSWORD: password, QA_LANGUAGE: language } = process.env;
  if (!username || !password) throw new Error('QA_LOGIN and QA_PASSWORD name a person who sees the gallery');
  const { token } = await asked<{ token: string }>(from, signIn, { body: { username, password } });
  const { data } = await asked<{ data: Scenario[] }>(from, scenarioIndex, { token });
  const trials = new Map((await loadWorkflows()).map((workflow) => [workflow.name, trialOfWorkflow(workflow)]));
  const chosen = data.filter(({ machine }) => name === undefined || machine === name);
  let broken = 0;
  const words = scenarioWords(language);
  for (const scenario of chosen) {
    const why = brokenBy(scenario, trials, words);
    if (why !== undefined) broken += 1;
    const title = `${words.title(scenario.machine)}: ${scenario.name}`;
    say(why === undefined ? `${words.works}  ${title}` : `${words.broken}  ${title}: ${why}`);
  }
  say(`\n${words.sum(chosen.length - broken, broken)}`);
  return broken;
}
