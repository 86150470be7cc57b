/** Where the keyboard goes on in the window of an act, once a step has taken its button away. */
import { cleanup, render, act as step } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { ActDetails } from '../../contract/counting/acts.ts';
import type { CommandActor } from '../../src/pages/counting/act/actors.ts';
import { lacksCounters, useFocusOnward } from '../../src/pages/counting/act/useFocusOnward.ts';

afterEach(cleanup);

const actOf = (status: string, assigned: number, version = 1) =>
  ({ status, version, facts: { assigned, counting: 0, submitted: 0 } }) as unknown as ActDetails;

function open(first: ActDetails) {
  const heard: ((event: { command: { type: string } }) => void)[] = [];
  const looked: ((snapshot: { context: { command: object | null } }) => void)[] = [];
  const subscription = { unsubscribe() {} };
  let context: { command: object | null } = { command: null };
  const command = {
    on: (_: string, listener: (typeof heard)[number]) => {
      heard.push(listener);
      return subscription;
    },
    subscribe: (listener: (typeof looked)[number]) => {
      looked.push(listener);
      return subscription;
    },
    getSnapshot: () => ({ context }),
  } as unknown as CommandActor;
  const become = (now: object | null) => {
    context = { command: now };
    for (const listener of looked) listener({ context });
  };
  function Window({ act }: { act: ActDetails }) {
    const place = useRef<HTMLDivElement>(null);
    useFocusOnward(place, command, act);
    return (
      <div ref={place}>
        {act.status !== 'residues_loaded' && (
          <button type="button" data-onward={!lacksCounters(act) || undefined}>
            load
          </button>
        )}
        <section className="counters" tabIndex={-1}>
          <button type="button" data-onward={lacksCounters(act) || undefined}>
            add
          </button>
        </section>
        <input />
      </div>
    );
  }
  const { rerender, container } = render(<Window act={first} />);
  return {
    read: (act: ActDetails) => rerender(<Window act={act} />),
    ask: () => step(() => become({})),
    done: (type: string) =>
      step(() => {
        for (const listener of heard) listener({ command: { type } });
        become(null);
      }),
    field: container.querySelector('input') as HTMLInputElement,
  };
}
const focused = () => document.activeElement?.textContent;

it('an act that has just begun asks for its counters, then for the stock, then shows who counts', () => {
  const { read, done } = open(actOf('created', 0));
  expect(focused()).toBe('add');
  step(() => (document.activeElement as HTMLElement).blur());
  done('counter.add');
  // not before the act has been read again: until then it still lacks counters
  expect(document.activeElement).toBe(document.body);
  read(actOf('created', 2, 2));
  expect(focused()).toBe('load');
  done('residues.load');
  read(actOf('residues_loaded', 2, 3));
  expect(document.activeElement?.className).toBe('counters');
});

it('takes the focus from nowhere that somebody has put it, nor for what others did', () => {
  const { read, done, field } = open(actOf('created', 1));
  expect(document.activeElement).toBe(document.body);
  read(actOf('created', 2, 2));
  expect(document.activeElement).toBe(document.body);
  done('counter.remove');
  field.focus();
  read(actOf('created', 1, 3));
  expect(document.activeElement).toBe(field);
  field.blur();
  done('comment.add');
  read(actOf('created', 1, 4));
  expect(document.activeElement).toBe(document.body);
});

it('goes on where the act was read before the step is said to be done, and again when its facts come later', () => {
  const { read, ask, done } = open(actOf('created', 0));
  ask();
  // its answer is shown: facts are still those of before
  read(actOf('created', 0, 2));
  step(() => (document.activeElement as HTMLElement).blur());
  done('counter.add');
  expect(focused()).toBe('add');
  read(actOf('created', 2, 2));
  expect(focused()).toBe('load');
});

it('takes the focus from the button that its dialog gives it back to, until the person does something', () => {
  const { read, ask, done } = open(actOf('created', 0));
  const add = document.activeElement as HTMLElement;
  ask();
  done('counter.add');
  read(actOf('created', 2, 2));
  expect(focused()).toBe('load');
  // a dialog that closes late
  step(() => add.focus());
  expect(focused()).toBe('load');
  step(() => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    add.focus();
  });
  expect(focused()).toBe('add');
});
