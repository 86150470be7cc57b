/** The question of a step of a chart: what follows from it, and the fields that it asks for. */
import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { verbOf } from '../../contract/directory/chart.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { type Field, type Fields, sentName } from '../../contract/directory/fields.ts';
import type { Fields as FormValues } from '../../machines/recordPane/merge.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { newKey } from '../api/client.ts';
import { type Text, useText } from '../i18n/index.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { FormFrame } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/useForm.ts';
import type { PaneActor } from '../ui/record/useRecordPane.ts';
import { FieldControl, rulesOf } from './controls.tsx';
import { emptyOf } from './values.ts';

export interface StepQuestionProps {
  directory: AnyDirectory;
  actor: PaneActor;
  /** The event that is asked about. */
  event: string;
  record: RecordView;
  name: string;
  /** Texts of the directory. */
  own: Text;
}

const NONE: Fields = {};

export function StepQuestion({ directory, actor, event, record, name, own }: StepQuestionProps) {
  const t = useText('common');
  const kept = useSelector(actor, ({ context }) => context.answers);
  const errors = useSelector(actor, ({ context }) => context.refusal?.errors);
  const verb = verbOf(event);
  const fields: [string, Field][] = Object.entries(directory.spec.chart?.steps[event]?.fields ?? NONE);
  const drop = () => actor.send({ type: 'command.drop' });
  const form = useForm<FormValues>({
    draft: fields.length > 0 ? { form: `record.${directory.spec.name}.${verb}`, of: record.id } : null,
    initial: Object.fromEntries(fields.map(([field, declared]) => [field, kept?.[field] ?? emptyOf(declared)])),
    rules: Object.fromEntries(fields.map(([field, declared]) => [field, rulesOf(declared, own)])) as never,
    names: Object.fromEntries(fields.map(([field, declared]) => [field, sentName(field, declared)])) as never,
    refused: errors,
    onSave(values) {
      form.draft.drop();
      actor.send({ type: 'command.confirm', key: newKey(), ...(fields.length > 0 && { answers: values }) });
    },
  });
  return (
    <AskDialog
      title={own(`steps.${verb}.title`, { name })}
      onClose={drop}
      onSubmit={() => form.save()}
      foot={
        <>
          <Button
            intent="primary"
            text={own(`steps.${verb}.do`)}
            onClick={() => form.save()}
            data-testid="record-confirm"
          />
          <Button text={t('back')} onClick={drop} />
        </>
      }
    >
      <p className="muted">{own(`steps.${verb}.text`)}</p>
      {fields.length > 0 && (
        <FormFrame form={form}>
          <div className="directory-fields">
            {fields.map(([field, declared], at) => (
              <FieldControl
                key={field}
                name={field}
                field={declared}
                t={stepText(own, verb)}
                of={directory.spec.name}
                isNew
                isFirst={at === 0}
                binding={form.field(field) as never}
                help={undefined}
              />
            ))}
          </div>
        </FormFrame>
      )}
    </AskDialog>
  );
}

/** Labels of a step's fields stand under the step. */
export const stepText =
  (own: Text, verb: string): Text =>
  (key, values) =>
    own(key.startsWith('fields.') || key.startsWith('values.') ? `steps.${verb}.${key}` : key, values);
