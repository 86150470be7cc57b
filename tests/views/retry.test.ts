/** Reading again what failed: twice, and once more what was asked without a network and fails when it is back. */
import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../../src/api/client.ts';
import { queryClient } from '../../src/api/queries.ts';

afterEach(() => onlineManager.setOnline(true));

const again = queryClient.getDefaultOptions().queries?.retry as (failures: number, error: Error) => boolean;
const tries = (error: Error) => [0, 1, 2, 3].filter((failures) => again(failures, error));
const failed = (status: number) => new ApiError({ status, code: 'network', message: 'Aloqa yoʻq' });

it.each([
  ['no answer, without a network', false, failed(0), [0, 1]],
  ['no answer, with a network', true, failed(0), [0, 1, 2]],
  ['a broken server', true, failed(502), [0, 1]],
  ['a refusal', true, failed(403), []],
  ['a fault of the app', true, new TypeError('x is undefined'), []],
])('%s', (_, online, error, expected) => {
  onlineManager.setOnline(online);
  expect(tries(error)).toEqual(expected);
});
