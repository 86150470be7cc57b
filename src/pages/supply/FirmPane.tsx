/** The pane of a new firm of a supplier, beside the form that needs it. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { newKey } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { useDropped } from '../../ui/form/drafts/useDropped.ts';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { PersonalField } from '../../ui/form/fields.tsx';
import type { Option } from '../../ui/form/remote.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { Pane } from '../../ui/layout.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { LeaveQuestion } from '../../ui/record/RecordPane.tsx';
import type { PaneActor } from '../../ui/record/useRecordPane.ts';
import { FIRM_FIELDS, FIRM_RULES } from './FirmsField.tsx';
import { type NewFirmFields, newFirm } from './partners.ts';

export function FirmPane({ actor, partner }: { actor: PaneActor; partner: Option }) {
  const t = useText('partners');
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const form = useForm<NewFirmFields>({
    draft: { form: 'firm', of: `new.${partner.id}` },
    initial: newFirm,
    rules: FIRM_RULES,
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
      title={t('form.newFirm')}
      sub={partner.title}
      onClose={busy ? undefined : close}
      closeLabel={t('common:close')}
      foot={<SaveBar form={form} save={t('form.addFirm')} onCancel={busy ? undefined : close} testId="firm-save" />}
    >
      {refusal !== null && form.errorCount === 0 && (
        <RefusalNotice
          refusal={refusal}
          inset
          onRetry={form.save}
          onClose={() => actor.send({ type: 'command.drop' })}
        />
      )}
      <Form form={form} label={t('form.newFirm')}>
        {FIRM_FIELDS.map(({ name, label, length, numeric, optional }, at) => (
          <PersonalField
            key={name}
            label={t(`form.${label}`)}
            maxLength={length}
            autoFocus={at === 0}
            {...(numeric && { inputMode: 'numeric' as const })}
            {...(optional && { optional })}
            {...form.field(name)}
          />
        ))}
      </Form>
      <LeaveQuestion actor={actor} onDrop={form.draft.drop} />
    </Pane>
  );
}
