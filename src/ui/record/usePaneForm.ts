/** The form of a record's pane: what its machine holds, as fields; and what is typed, sent to the machine. */
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { Fields } from '../../../machines/recordPane/merge.ts';
import type { RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { newKey } from '../../api/client.ts';
import type { FormName } from '../form/drafts/forms.ts';
import { useDropped } from '../form/drafts/useDropped.ts';
import { type FormOptions, useForm } from '../form/useForm.ts';
import type { PaneActor } from './useRecordPane.ts';

interface PaneFormOptions<Values extends Fields> {
  /** What a new record begins with. */
  empty: Values;
  rules: FormOptions<Values>['rules'];
  names?: FormOptions<Values>['names'];
  unkept?: FormOptions<Values>['unkept'];
  form: FormName;
  /** The record that a new one belongs to. */
  within?: number;
}

export function usePaneForm<Values extends Fields>(
  actor: PaneActor,
  { empty, rules, names, unkept, form: name, within }: PaneFormOptions<Values>,
) {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const rejected = useSelector(actor, (snapshot) => snapshot.hasTag('refused'));
  const dirty = useSelector(actor, (snapshot) => snapshot.matches({ shown: { editing: 'touched' } }));
  const { record, draft, refusal } = context;
  const allowed = record?.allowed ?? [];
  const writable = record === null || allowed.includes('record.update');
  const initial = (record?.fields ?? empty) as Values;

  const ofNew = within === undefined ? 'new' : (`new.${within}` as const);
  const form = useForm<Values>({
    draft: writable ? { form: name, of: record?.id ?? ofNew } : null,
    initial,
    rules: rules as NonNullable<FormOptions<Values>['rules']>,
    names: (names ?? {}) as NonNullable<FormOptions<Values>['names']>,
    ...(unkept && { unkept }),
    refused: rejected ? refusal?.errors : undefined,
    busy: busy || !writable,
    onSave: (fields) => actor.send({ type: 'record.save', fields, key: newKey() }),
  });

  // another version of the record is in the pane: saved, read again, or taken from somebody else
  const version = record?.version ?? 0;
  const [shownVersion, setShownVersion] = useState(version);
  if (shownVersion !== version) {
    setShownVersion(version);
    form.reset(initial, (draft ?? initial) as Values);
  }
  const { isDirty } = form;
  useEffect(() => {
    if (isDirty !== actor.getSnapshot().matches({ shown: { editing: 'touched' } }))
      actor.send({ type: 'draft.touch', dirty: isDirty });
  }, [isDirty, actor]);

  useDropped(form, (drop) => [
    actor.on('record.changed', ({ command }) => {
      if (command === 'save') drop();
    }),
  ]);

  /** After a lost answer: what is written is sent as it is now, another action as it was. */
  const retry = () => (context.command === 'save' ? form.save() : actor.send({ type: 'command.retry' }));
  return { ...context, dirty, busy, rejected, allowed, writable, initial, form, retry };
}

/** Sends the machine what was read, once it is newer than what it has or allows something else. `viewOf` must be the same on each render. */
export function useReadRecord<Row extends { version: number }>(
  actor: PaneActor,
  row: Row | undefined,
  viewOf: (row: Row) => RecordView,
): void {
  useEffect(() => {
    if (row === undefined) return;
    const known = actor.getSnapshot().context.record;
    const view = viewOf(row);
    // what is allowed follows from more than the record: a photo was added to it, or a figure is in force by now
    const isNewer = known === null || row.version > known.version;
    if (isNewer || (row.version === known.version && view.allowed.join() !== known.allowed.join()))
      actor.send({ type: 'record.read', record: view });
  }, [row, actor, viewOf]);
}
