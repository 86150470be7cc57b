/** A form of personal data whose save leads away at once: its draft is removed from the server all the same. */
import { act, render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Draft, useDraft } from '../../src/ui/form/drafts/useDraft.ts';

vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 7 } } }),
}));

interface Asked {
  method: string;
  signal: AbortSignal;
}
const asked: Asked[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { method, signal } = new Request(input, init);
    asked.push({ method, signal });
    return method === 'GET' ? Promise.resolve(Response.json({ data: [] })) : new Promise<never>(() => {});
  });
});

const WRITTEN = { fields: { fullname: 'Aliyev Vali' }, base: { fullname: '' } };
let draft: Draft;
function Written() {
  draft = useDraft({ place: { form: 'personal.client', of: 'new' }, written: WRITTEN });
  return null;
}

it('what was saved is dropped, though the page is gone before the answer', async () => {
  const { unmount } = render(<Written />);
  await act(async () => {});
  act(() => {
    draft.drop();
    unmount();
  });
  await vi.waitFor(() => expect(asked.some(({ method }) => method === 'DELETE')).toBe(true), 20_000);
  expect(asked.find(({ method }) => method === 'DELETE')?.signal.aborted).toBe(false);
});
