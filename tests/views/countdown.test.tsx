/** The last minute before inactivity ends the session: when the clock is looked at, and the card that counts it. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Actor, createActor } from 'xstate';
import { inactivityMachine } from '../../machines/session/inactivity.machine.ts';
import { watchActivity } from '../../src/app/activity.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import Countdown from '../../src/shell/Countdown.tsx';

const machine = inactivityMachine.provide({ actors: { watchActivity } });
let actor: Actor<typeof machine>;
let checks: number[];

vi.mock('../../src/app/session.ts', () => ({
  useCounting: () => useSelector(actor, (snapshot) => snapshot.hasTag('counting')),
  useSession: (of: (snapshot: object) => unknown) => of({ children: { inactivity: actor } }),
}));

const BEGAN = Date.UTC(2026, 10, 24, 5);
const MINUTE = 60_000;
const after = (passed: number) => act(() => vi.setSystemTime(BEGAN + passed));
const pass = (time: number) => act(() => vi.advanceTimersByTime(time));

beforeAll(() => loadTexts('countdown'));
beforeEach(() => {
  vi.useFakeTimers({ now: BEGAN, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  localStorage.clear();
  checks = [];
  actor = createActor(machine, {
    input: { lastActivity: BEGAN },
    inspect: (one) => {
      if (one.type === '@xstate.event' && one.event.type === 'clock.checked') checks.push(Date.now() - BEGAN);
    },
  });
  actor.start();
  document.title = 'Sanoq';
});
afterEach(() => {
  actor.stop();
  vi.useRealTimers();
});

const card = () => screen.queryByRole('alertdialog');
const leave = () => screen.getByRole('button', { name: 'Hozir chiqish' });
const spoken = () => screen.getByRole('alert').textContent;

describe('the clock', () => {
  it('is looked at every fifteen seconds for twenty-nine minutes, and every second in the last', () => {
    pass(29 * MINUTE - 1);
    expect(checks).toHaveLength(29 * 4);
    expect(actor.getSnapshot().value).toEqual({ watching: 'quiet' });
    pass(1);
    expect(actor.getSnapshot().value).toEqual({ watching: 'counting' });
    pass(MINUTE - 1);
    expect(checks.slice(29 * 4).map((at) => at / 1000)).toEqual(Array.from({ length: 60 }, (_, at) => 1740 + at));
    expect(actor.getSnapshot().value).toEqual({ watching: 'counting' });
    pass(1);
    expect(actor.getSnapshot().output).toEqual({ reason: 'inactive' });
  });

  it('is quiet again once the person is back', () => {
    pass(29 * MINUTE + 500);
    checks.length = 0;
    act(() => void fireEvent.keyDown(document.body, { key: 'a' }));
    expect(actor.getSnapshot().value).toEqual({ watching: 'quiet' });
    pass(MINUTE);
    expect(checks.length).toBeLessThanOrEqual(5);
  });

  it('counts from the whole second after a sleep', () => {
    after(29 * MINUTE + 12_300);
    act(() => void fireEvent.focus(window));
    expect(actor.getSnapshot().value).toEqual({ watching: 'counting' });
    checks.length = 0;
    pass(700);
    expect(checks).toEqual([29 * MINUTE + 13_000]);
  });
});

describe('the card', () => {
  beforeEach(() => {
    render(<Countdown />);
  });

  it('counts, in the title of the tab too, and is spoken at 60, 30 and 10 seconds alone', () => {
    pass(29 * MINUTE - 1);
    expect(card()).toBeNull();
    expect(document.title).not.toMatch(/\d:\d\d/);
    pass(1);
    expect(card()?.textContent).toContain('1:00');
    expect(document.title).toMatch(/^1:00 · /);
    const heard = [spoken()];
    for (let second = 1; second < 60; second += 1) {
      pass(1000);
      if (spoken() !== heard.at(-1)) heard.push(spoken());
    }
    expect(card()?.textContent).toContain('0:01');
    expect(document.title).toMatch(/^0:01 · /);
    expect(heard.map((words) => Number.parseInt(words ?? '', 10))).toEqual([60, 30, 10]);
  });

  it('takes no focus', () => {
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    pass(29 * MINUTE);
    expect(document.activeElement).toBe(field);
    expect(fireEvent.mouseDown(leave())).toBe(false);
    field.remove();
  });

  it('stays for four seconds after the person is back, and says that they stay', () => {
    pass(29 * MINUTE + 1000);
    act(() => void fireEvent.keyDown(document.body, { key: 'a' }));
    expect(card()?.textContent).toContain('Ishda qoldingiz');
    expect(spoken()).toBe('');
    expect(document.title).not.toMatch(/\d:\d\d/);
    pass(3999);
    expect(card()).not.toBeNull();
    pass(1);
    expect(card()).toBeNull();
  });

  it('does not go from under the pointer that came to it: the person can still leave', () => {
    pass(29 * MINUTE + 13_000);
    act(() => void fireEvent.pointerMove(document.body));
    act(() => void fireEvent.pointerEnter(card() as HTMLElement));
    pass(10 * 1000);
    act(() => void fireEvent.click(leave()));
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { reason: 'left' } });
  });

  it('goes once the pointer has left it, and when the person says that they stay', () => {
    pass(29 * MINUTE);
    act(() => void fireEvent.pointerMove(document.body));
    act(() => void fireEvent.pointerEnter(card() as HTMLElement));
    pass(10_000);
    act(() => void fireEvent.pointerLeave(card() as HTMLElement));
    pass(4000);
    expect(card()).toBeNull();
    pass(29 * MINUTE);
    act(() => void fireEvent.click(screen.getByRole('button', { name: 'Ishda qolish' })));
    expect(actor.getSnapshot().value).toEqual({ watching: 'quiet' });
    expect(card()).toBeNull();
  });

  it('is closed by another tab, and comes again after another twenty-nine minutes', () => {
    pass(29 * MINUTE + 5000);
    localStorage.setItem('lastActivity', String(Date.now()));
    act(() => void fireEvent(window, new StorageEvent('storage', { key: 'lastActivity', newValue: `${Date.now()}` })));
    expect(document.title).not.toMatch(/\d:\d\d/);
    pass(4000);
    expect(card()).toBeNull();
    pass(29 * MINUTE - 4001);
    expect(card()).toBeNull();
    pass(1);
    expect(card()?.textContent).toContain('1:00');
  });

  it('is inside a dialog that is open, where it can be pressed', () => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    pass(29 * MINUTE);
    expect(dialog.contains(card())).toBe(true);
    dialog.removeAttribute('open');
    pass(1000);
    expect(dialog.contains(card())).toBe(false);
    dialog.remove();
  });
});
