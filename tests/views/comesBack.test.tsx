import { act, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/api/client.ts';
import { PageFailed } from '../../src/app/ErrorBoundary.tsx';
import { tryNow } from '../../src/app/network.ts';
import { loadTexts, say } from '../../src/i18n/index.ts';
import { Failed } from '../../src/ui/Failed.tsx';

let there = true;

beforeAll(() => loadTexts());
beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    if (!there) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
  await network(true);
});

async function network(reachable: boolean): Promise<void> {
  there = reachable;
  await act(() => tryNow());
}

it('a page that did not come is tried again when the network is back, and not before', async () => {
  const onRetry = vi.fn();
  await network(false);
  render(<PageFailed onRetry={onRetry} />);
  await act(() => tryNow());
  expect(screen.getByText(say('errors:comes'))).toBeTruthy();
  expect(screen.queryByText(say('errors:page.missingText'))).toBeNull();
  expect(onRetry).not.toHaveBeenCalled();
  await network(true);
  expect(onRetry).toHaveBeenCalledTimes(1);
});

it('a page that did not come though the server is there waits for the person', async () => {
  const onRetry = vi.fn();
  render(<PageFailed onRetry={onRetry} />);
  await act(() => tryNow());
  expect(screen.getByText(say('errors:page.missingText'))).toBeTruthy();
  expect(screen.getByRole('button', { name: say('errors:page.retry') })).toBeTruthy();
  expect(onRetry).not.toHaveBeenCalled();
});

it('a page alone on the screen says itself that there is no network, and has its buttons', async () => {
  await network(false);
  render(<PageFailed onRetry={() => {}} alone />);
  await act(() => tryNow());
  expect(screen.getByText(say('errors:page.missingText'))).toBeTruthy();
  expect(screen.getByRole('button', { name: say('errors:page.retry') })).toBeTruthy();
});

it('what could not be read without a network says that it comes by itself', async () => {
  const error = new ApiError({ status: 0, code: 'network', message: say('errors:network') });
  await network(false);
  render(<Failed title="Roʻyxat" error={error} onRetry={() => {}} />);
  expect(screen.getByText(say('errors:comes'))).toBeTruthy();
  expect(screen.queryByText(say('errors:network'))).toBeNull();
  await network(true);
  expect(screen.getByText(say('errors:network'))).toBeTruthy();
});

it('who has no right to what is shown is offered no other try; a failure of another kind is', () => {
  const failed = (status: number, code: string) =>
    new ApiError({ status, code, message: 'Bu amalga ruxsatingiz yoʻq.', requestId: '7f3a-91c2' });
  const { rerender } = render(<Failed title="Roʻyxat" error={failed(403, 'forbidden')} onRetry={() => {}} />);
  expect(screen.getByText(say('common:noRight'))).toBeTruthy();
  expect(screen.queryByText(say('common:retry'))).toBeNull();
  rerender(<Failed title="Roʻyxat" error={failed(500, 'internal')} onRetry={() => {}} />);
  expect(screen.getByText('Roʻyxat')).toBeTruthy();
  expect(screen.getByText(say('common:retry'))).toBeTruthy();
});
