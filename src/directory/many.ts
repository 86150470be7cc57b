/** The workflow of a command on many records, with the calls of one directory. */
import type { Call } from '../../contract/call.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { type Json, sameJson } from '../../contract/json.ts';
import type { ManyCommand, ManyDone, ManyItem } from '../../machines/manyRecords/manyRecords.machine.ts';
import { request } from '../api/client.ts';
import { manyMachine } from '../ui/list/many/many.ts';
import type { AnyRow } from './columns.tsx';
import { bodyOf, valuesOf } from './values.ts';

export function manyMachineOf(directory: AnyDirectory) {
  const { calls } = directory;
  const send = async (call: Call, options: object): Promise<AnyRow> =>
    ((await request(call, options as never)) as { data: AnyRow }).data;

  /** Writes one field over what the record holds now; nothing is sent where it is that already. */
  async function change({ id, version, key }: ManyItem, field: string, value: Json) {
    const values = valuesOf(directory, await send(calls.show, { params: { id } }));
    const before = values[field] ?? null;
    if (sameJson(before, value)) return { version, before };
    const body = bodyOf(directory, { ...values, [field]: value });
    return { version: (await send(calls.update, { params: { id }, body, ifMatch: version, key })).version, before };
  }

  async function step(command: ManyCommand, item: ManyItem): Promise<{ version: number; before: Json }> {
    if (command.type === 'change') return change(item, command.field, command.value);
    const { id, version, key } = item;
    if (command.type === 'merge') {
      const body = { into_id: command.into };
      return {
        version: (await send(calls.merge, { params: { id }, body, ifMatch: version, key })).version,
        before: null,
      };
    }
    const call =
      command.type === 'step'
        ? (directory.steps[command.event] as Call)
        : command.type === 'archive'
          ? calls.archive
          : calls.restore;
    return { version: (await send(call, { params: { id }, ifMatch: version, key })).version, before: null };
  }

  const opposite = (command: ManyCommand, { before }: ManyDone): ManyCommand =>
    command.type === 'change'
      ? { ...command, value: before }
      : { type: command.type === 'archive' ? 'restore' : 'archive' };

  return manyMachine(step, opposite);
}
