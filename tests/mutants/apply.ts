/** For the API layer: the machine that MUTANT_OF names is wrong from the start, for whoever imports it. */
import { loadWorkflows } from '../../scripts/machines.ts';
import { become, mutantsOf } from './mutate.ts';

const { MUTANT_OF = '', MUTANT_DEFINITION = '' } = process.env;

if (MUTANT_DEFINITION !== '') {
  const workflow = (await loadWorkflows()).find(({ name }) => name === MUTANT_OF);
  const mutant = workflow && mutantsOf(workflow.machine)[Number(MUTANT_DEFINITION)];
  if (workflow === undefined || mutant === undefined) throw new Error(`no mutant ${MUTANT_DEFINITION} of ${MUTANT_OF}`);
  become(workflow.machine, mutant);
}
