import { chartTransitionOf, pathOf } from '../../../machines/kit/chart.ts';
import type { Notes } from '../../../machines/kit/definition.ts';
import type { Facts } from './factFiles.ts';
import type { MachineWords } from './words.ts';

/** What a definition that leaves the program carries: the reader's words, and the requirement behind a state. */
export const notesOf = ({ requirements }: Pick<Facts, 'requirements'>, words: MachineWords): Notes => ({
  state: (node) => {
    const path = pathOf(node);
    const requirement = requirements[path];
    const description = node.parent === undefined ? words.about : words.stateAbout(path);
    return { description, ...(requirement !== undefined && { meta: { requirement } }) };
  },
  transition: (transition) => words.sentence(chartTransitionOf(transition)),
});
