/** What the build leaves out of a machine, and what must stay. */
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { bareMachine } from '../../build/lighter.ts';

const bare = (code: string) => bareMachine(code, parseAst(code));

describe('a machine in the download', () => {
  it('has no words for its readers', () => {
    expect(bare("const m = { id: 'a', description: 'words', meta: { requirement: '4-ui' }, on: {} };")).toBe(
      "const m = { id: 'a',   on: {} };",
    );
  });

  it('keeps the looks of its states', () => {
    expect(bare("const m = { counting: { description: 'words', meta: { look: 'work' } } };")).toBe(
      "const m = { counting: {  meta: { look: 'work' } } };",
    );
  });
});
