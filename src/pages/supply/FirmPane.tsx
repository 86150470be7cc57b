/** The pane of a new firm of a supplier, beside the form that needs it. */
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { FirmBody } from '../../../contract/bodies.ts';
import { partner as partners } from '../../../contract/directories/partner.ts';
import { partnerAddFirm } from '../../../contract/partners.ts';
import type { Fields } from '../../../machines/recordPane/merge.ts';
import { newKey, request } from '../../api/client.ts';
import { FieldControl, rulesOf } from '../../directory/controls.tsx';
import { bodyOf, emptyValues, fieldsOf, textsOfLines } from '../../directory/values.ts';
import { useText } from '../../i18n/index.ts';
import { useDropped } from '../../ui/form/drafts/useDropped.ts';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import type { Option } from '../../ui/form/remote.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { Pane } from '../../ui/layout.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { LeaveQuestion } from '../../ui/record/RecordPane.tsx';
import { type PaneActor, paneMachine } from '../../ui/record/useRecordPane.ts';

/** Its fields are those of a line of the supplier's record. */
const FIRM = { spec: partners.spec.fields.firms };

/** One more firm of a supplier: always a new record, so nothing is read and nobody is faster. */
export function useFirmPane(partnerId: number) {
  const [pane] = useState(() => ({
    machine: paneMachine(
      async ({ fields, key }) => {
        const body = bodyOf(FIRM, fields) as unknown as FirmBody;
        const { firm } = await request(partnerAddFirm, { params: { id: partnerId }, body, key });
        return { id: firm.id, version: 0, allowed: [], fields, facts: {} };
      },
      (error) => {
        throw error;
      },
    ),
  }));
  return pane;
}

export function FirmPane({ actor, partner }: { actor: PaneActor; partner: Option }) {
  const t = useText('directories/partner');
  const own = textsOfLines(t, 'firms');
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const fields = fieldsOf(FIRM);
  const form = useForm<Fields>({
    draft: { form: 'firm', of: `new.${partner.id}` },
    initial: emptyValues(FIRM),
    rules: Object.fromEntries(fields.map(([name, field]) => [name, rulesOf(field, own)])) as never,
    refused: refusal?.errors,
    busy,
    onSave: (values) => actor.send({ type: 'record.save', fields: values, key: newKey() }),
  });
  useDropped(form, (drop) => [actor.on('record.changed', drop)]);
  const { isDirty } = form;
  useEffect(() => {
    if (isDirty !== actor.getSnapshot().matches({ shown: { editing: 'touched' } }))
      actor.send({ type: 'draft.touch', dirty: isDirty });
  }, [isDirty, actor]);
  const close = () => actor.send({ type: 'pane.close' });
  return (
    <Pane
      title={own('new')}
      sub={partner.title}
      onClose={busy ? undefined : close}
      closeLabel={t('common:close')}
      foot={<SaveBar form={form} save={own('add')} onCancel={busy ? undefined : close} testId="firm-save" />}
    >
      {refusal !== null && form.errorCount === 0 && (
        <RefusalNotice
          refusal={refusal}
          inset
          onRetry={form.save}
          onClose={() => actor.send({ type: 'command.drop' })}
        />
      )}
      <Form form={form} label={own('new')}>
        <div className="directory-fields">
          {fields.map(([name, field], at) => (
            <FieldControl
              key={name}
              name={name}
              field={field}
              t={own}
              of={partners.spec.name}
              isNew
              isFirst={at === 0}
              binding={form.field(name)}
              help={undefined}
            />
          ))}
        </div>
      </Form>
      <LeaveQuestion actor={actor} onDrop={form.draft.drop} />
    </Pane>
  );
}
