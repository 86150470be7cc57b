/** What a manager does to a counting act, with the words of each command. */
import type { ActCategory } from '../../contract/counting/shared.ts';
import type { Chosen } from '../../contract/directory/fields.ts';
import type { HeldFile } from '../../contract/heldFile.ts';
import { type Command, commandOf, type Stored } from '../command/command.machine.ts';

export type CommandType =
  | 'residues.load'
  | 'act.update'
  | 'act.limit'
  | 'act.complete'
  | 'act.form'
  | 'act.cancel'
  | 'counter.add'
  | 'counter.rename'
  | 'counter.remove'
  | 'counter.release'
  | 'file.upload'
  | 'comment.add'
  | 'comment.edit';

/** The counter that a command is about, as the person saw it. */
export interface CommandCounter {
  id: number;
  title: string;
  user_id: number;
  name: string;
}

/** What a person writes or chooses for a command. */
export interface CommandWords {
  reason?: string;
  comment?: string;
  title?: string;
  person?: Chosen | null;
  /** Several that are added at once. */
  counters?: readonly { title: string; user_id: number }[];
  organization?: Chosen;
  categories?: readonly Chosen[];
  file?: HeldFile | null;
}

/** `of`: the counter, or the act whose words the person began to change. */
export interface ActCommand extends Command, CommandWords {
  type: CommandType;
  counter?: CommandCounter;
  /** Of residues that were loaded before. */
  again?: true;
  /** Of the counters that are added: the number of the first one. */
  first?: number;
  commentId?: number;
}

/** What is stored of the act, or of the counter that a command is about, after somebody else's step. */
export interface StoredAct extends Stored {
  comment?: string;
  organization_id?: number;
  organization?: string;
  categories?: readonly ActCategory[];
  events?: string[];
}

const AT_ONCE: ReadonlySet<CommandType> = new Set(['residues.load', 'file.upload', 'comment.add']);

/** Whether a dialog asks about the command, so that its refusal is shown there. */
export const hasDialog = ({ type, again }: ActCommand): boolean => !AT_ONCE.has(type) || again === true;

export const actCommandMachine = commandOf<ActCommand, StoredAct>();
