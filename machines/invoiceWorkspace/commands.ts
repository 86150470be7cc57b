/** What a person does to an organization invoice, with the words of each command. */

import type { HeldFile } from '../../contract/heldFile.ts';
import type { InvoiceHead } from '../../contract/invoices/heads.ts';
import type { CancelReason } from '../../contract/invoices/invoice.ts';
import type { InputProduct } from '../../contract/invoices/lines.ts';
import { type Command, commandOf, type Stored } from '../command/command.machine.ts';

export type CommandType =
  | 'partner.change'
  | 'invoice.send'
  | 'invoice.takeBack'
  | 'invoice.confirm'
  | 'invoice.cancel'
  | 'invoice.delete'
  | 'line.correct'
  | 'line.withdraw'
  | 'file.add'
  | 'file.remove';

/** What a command needs besides its name. */
export interface CommandWords {
  head?: InvoiceHead;
  /** That head, as the person saw it: what of it was changed, and by whom. */
  seen?: InvoiceHead;
  reason?: { canceled_commentary: string; canceled_commentary_type: CancelReason };
  /** The line as the person saw it, and its new figures. */
  line?: { id: number; title: string; seen: Pick<InputProduct, 'count' | 'value'> };
  count?: number;
  value?: number;
  add_serials?: { serial_number: string; imei_numbers: string[] }[];
  remove_serials?: string[];
  /** Of a correction. */
  why?: string;
  file?: HeldFile;
  fileId?: number;
}

/** `of`: the line, or the invoice whose head the person began to change. */
export interface InvoiceCommand extends Command, CommandWords {
  type: CommandType;
}

/** What is stored after somebody else's step; the version is the line's where a command is about one. */
export interface StoredInvoice extends Stored {
  head: InvoiceHead;
  /** Names of what the head names by id. */
  names: { partner: string; firm: string | null; warehouse: string };
  /** As fresh as the version, or fresher. */
  lines: readonly InputProduct[];
}

/** Whether a dialog or pane asks about the command, so that its refusal is shown there. */
export const hasDialog = ({ type }: InvoiceCommand): boolean => type !== 'file.add';

export const invoiceCommandMachine = commandOf<InvoiceCommand, StoredInvoice>();
