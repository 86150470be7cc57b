/** Who may send an event, as the gallery shows it: what a call asks for, the person, the page by itself, the system. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { inBrowser, transitionTour } from '../../machines/kit/model.ts';
import { eventTypesOf } from '../../machines/kit/transitions.ts';
import { factsOf } from '../../scripts/facts.ts';
import { loadWorkflows, root } from '../../scripts/machines.ts';
import { type Sender, sendersOf } from '../../src/pages/workflows/senders.ts';

const workflows = await loadWorkflows();
const pageEventsOf = (name: string) => workflows.find((one) => one.name === name)?.model?.pageEvents ?? [];

function senderOf(name: string, event: string): Sender {
  const workflow = workflows.find((one) => one.name === name);
  if (workflow?.model === undefined) throw new Error(`no workflow ${name}`);
  const facts = factsOf(workflow, transitionTour(inBrowser(workflow.model)));
  return sendersOf(JSON.parse(JSON.stringify(facts)), event);
}

describe('events that a page sends by itself', () => {
  it('are events of the machine, and the rest of them are commands', () => {
    for (const { machine, model } of workflows)
      for (const event of model?.pageEvents ?? []) expect(eventTypesOf(machine), machine.id).toContain(event);
    expect(pageEventsOf('session')).not.toContain('credentials.submit');
  });

  it('is all that actors which only listen send, but for the movements of a hand', () => {
    const src = resolve(root, 'src');
    const sent = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join(src, file), 'utf8').matchAll(/sendBack\(\{ type: '([\w.]+)'/g)])
      .map(([, type]) => type ?? '');
    expect(sent.length).toBeGreaterThan(8);
    const pageEvents = new Set(workflows.flatMap(({ model }) => model?.pageEvents ?? []));
    expect(sent.filter((type) => !pageEvents.has(type))).toEqual([]);
  });
});

describe('who sends', () => {
  it.each([
    ['session', 'credentials.submit', { kind: 'person' }],
    ['session', 'token.rejected', { kind: 'page' }],
    ['inactivity', 'activity.elsewhere', { kind: 'page' }],
    ['inactivity', 'activity.seen', { kind: 'person' }],
    ['countingAct', 'counters.allSubmitted', { kind: 'system' }],
    ['testSitting', 'test.start', { kind: 'rules', rules: [], who: ['testTaker'] }],
    ['testSitting', 'time.isUp', { kind: 'system' }],
    ['saleOrder', 'order.expire', { kind: 'system' }],
    ['output', 'output.withdraw', { kind: 'system' }],
    ['announcement', 'announcement.read', { kind: 'rules', rules: [], who: ['addressee'] }],
    ['countingAct', 'act.complete', { kind: 'rules', rules: ['act_of_count.show'], who: ['actManager'] }],
  ] as const)('of %s %s', (name, event, sender) => {
    expect(senderOf(name, event)).toEqual(sender);
  });

  it('is never left to a rule that everybody has: such a call names who, and both languages have words for it', () => {
    const sending = calls.filter(({ event, alsoFires = [] }) => event !== undefined || alsoFires.length > 0);
    expect(sending.filter(({ rule, who }) => rule === 'signedIn' && who === undefined).map(({ id }) => id)).toEqual([]);
    const named = [...new Set(sending.flatMap(({ who }) => who ?? []))].sort();
    for (const language of ['uz', 'ru']) {
      const { finer, finerShort } = JSON.parse(
        readFileSync(resolve(root, `locales/${language}/workflows.json`), 'utf8'),
      );
      expect(Object.keys(finer).sort()).toEqual(named);
      expect(Object.keys(finerShort).sort()).toEqual(named);
    }
  });
});
