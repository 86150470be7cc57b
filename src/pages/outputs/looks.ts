/** How far an output has come and how its state looks, by the statechart. */
import type { OutputStatus } from '../../../contract/outputs.ts';
import { OUTPUT_MAIN_PATH, outputMachine } from '../../../machines/output/output.machine.ts';
import { type Look, lookOf } from '../../ui/look.ts';

export const outputLook = (status: OutputStatus): Look => lookOf(outputMachine.states[status]?.meta);

export const MAIN_PATH_LOOKS: readonly Look[] = OUTPUT_MAIN_PATH.map(outputLook);
export const placeOf = (status: OutputStatus): number => (OUTPUT_MAIN_PATH as readonly string[]).indexOf(status);
