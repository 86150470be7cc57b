/** Blueprint names what closes its windows in English: they come from `src/ui/Dialog.tsx`, which names it in the reader's language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
const NAMED_BY_BLUEPRINT = /^(Dialog|MultistepDialog|Drawer|Alert|Toast2?)( as \w+)?$/;

const namesFromBlueprint = (code: string): string[] =>
  [...code.matchAll(/import \{([^}]*)\} from '@blueprintjs\/core'/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim()),
  );

it('take the windows of Blueprint in one file alone', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const taking = files.filter((file) =>
    namesFromBlueprint(readFileSync(join(SRC, file), 'utf8')).some((name) => NAMED_BY_BLUEPRINT.test(name)),
  );
  expect(taking).toEqual(['ui/Dialog.tsx']);
});
