import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/directory/sheet/sha256.ts';

it.each([0, 1, 55, 56, 63, 64, 65, 1000, 200_000])(
  'is the hash that everybody else computes, of %i bytes',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + 7) % 256);
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);
