/** Work that a press begins: one at a time, the last that was begun, as long as the component is there. */
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useTask } from '../../src/app/useTask.ts';

function begun() {
  const answers: { resolve: (file: string) => void; reject: (why: Error) => void }[] = [];
  const hook = renderHook(() =>
    useTask(() => new Promise<string>((resolve, reject) => answers.push({ resolve, reject }))),
  );
  const handlers = { onDone: vi.fn(), onFailed: vi.fn() };
  const begin = () => act(() => hook.result.current.begin(undefined, handlers));
  const settle = (work: () => void) => act(async () => work());
  return { hook, handlers, answers, begin, settle };
}

describe('a task', () => {
  it('is busy until it is done, and hands over what came of it', async () => {
    const { hook, handlers, answers, begin, settle } = begun();
    begin();
    expect(hook.result.current.busy).toBe(true);
    await settle(() => answers[0]?.resolve('file'));
    expect(hook.result.current).toMatchObject({ busy: false, error: null });
    expect(handlers.onDone).toHaveBeenCalledExactlyOnceWith('file');
  });

  it('says why it failed until it is begun again or forgotten', async () => {
    const { hook, handlers, answers, begin, settle } = begun();
    const why = new Error('no answer');
    begin();
    await settle(() => answers[0]?.reject(why));
    expect(hook.result.current).toMatchObject({ busy: false, error: why });
    expect(handlers.onFailed).toHaveBeenCalledExactlyOnceWith(why);
    begin();
    expect(hook.result.current).toMatchObject({ busy: true, error: null });
    await settle(() => answers[1]?.reject(why));
    act(() => hook.result.current.forget());
    expect(hook.result.current.error).toBeNull();
  });

  it('that was followed by another, forgotten or left is no longer waited for', async () => {
    const { hook, handlers, answers, begin, settle } = begun();
    begin();
    begin();
    await settle(() => answers[0]?.resolve('old'));
    expect(handlers.onDone).not.toHaveBeenCalled();
    expect(hook.result.current.busy).toBe(true);
    act(() => hook.result.current.forget());
    await settle(() => answers[1]?.resolve('forgotten'));
    begin();
    hook.unmount();
    await settle(() => answers[2]?.resolve('left'));
    expect(handlers.onDone).not.toHaveBeenCalled();
  });
});
