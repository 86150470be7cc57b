/** The way of a document at the head of its window: where one that was refused has been. */
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import machine from '../../locales/uz/machines/questionnaire.json' with { type: 'json' };
import { Passed } from '../../src/document/window.tsx';
import { loadTexts } from '../../src/i18n/index.ts';
import { noteNow } from '../../src/report/noted.ts';
import { Way } from '../../src/ui/way/Way.tsx';

beforeAll(() => loadTexts('document', 'machines/questionnaire', 'common'));

const PATH = ['draft', 'submitted', 'scoring', 'refused'] as const;
/** The newest first: the second state at 10:00 in Tashkent, each later one an hour after the one before. */
const linesUpTo = (count: number) =>
  PATH.slice(1, count)
    .map((status, at) => ({
      ...{ id: String(at), at: `2026-11-21T0${5 + at}:00:00.000Z`, user: null, event: 'x' },
      before: { status: PATH[at] },
      after: { status },
    }))
    .reverse();

it('reads the history again with each version, so that the last step is where it was left', () => {
  const refetch = vi.fn();
  let known = linesUpTo(3);
  const shown = (status: string, version: number) => (
    <Passed
      directory={questionnaire as never}
      record={{ id: 1, version, facts: { status } } as never}
      history={() => ({ data: { data: known }, refetch }) as never}
    />
  );
  const { rerender } = render(shown('scoring', 3));
  const before = refetch.mock.calls.length;
  rerender(shown('refused', 4));
  expect(refetch.mock.calls.length).toBe(before + 1);
  known = linesUpTo(4);
  rerender(shown('refused', 4));
  const titles = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(titles[1]).toContain(machine.states.submitted.name);
  expect(titles[1]).toContain('10:00');
  // not the time of the state that it was left from
  expect(titles[2]).toContain(machine.states.refused.name);
  expect(titles[2]).toContain('12:00');
});

it('tells a report which document the window shows where its address does not, as that of a day', () => {
  window.history.replaceState(null, '', '/settings/manage-practice-day?organization_id=1');
  const { unmount, rerender } = render(<Way machine="practiceDay" id={7} read="" />);
  expect(noteNow([]).record).toEqual({ machine: 'practiceDay', kind: null, id: 7 });
  rerender(<Way machine="practiceDay" id={8} read="" />);
  expect(noteNow([]).record).toEqual({ machine: 'practiceDay', kind: null, id: 8 });
  unmount();
  expect(noteNow([]).record).toBeNull();
});
