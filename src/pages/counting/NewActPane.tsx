/** The form that opens an act, beside the list of acts. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { actShow } from '../../../contract/counting/acts.ts';
import type { Refusal } from '../../../contract/refusal.ts';
import { newKey } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { useUser } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { organizations } from '../../ui/form/choices.ts';
import { useDropped } from '../../ui/form/drafts/useDropped.ts';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { AreaField, ChoiceField } from '../../ui/form/fields.tsx';
import type { Option } from '../../ui/form/remote.ts';
import { required, withMessage } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { Pane } from '../../ui/layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import type { newAct } from './newAct.ts';

/** @param copyOf the act that the new one begins as: its organization and comment are proposed. */
export function NewActPane({ actor, copyOf }: { actor: ActorRefFrom<typeof newAct>; copyOf: number | null }) {
  const t = useText('counting');
  const copied = useCall(actShow, { params: { id: copyOf ?? 0 } }, { enabled: copyOf !== null });
  const source = copied.data?.data;
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal: Refusal | null = useSelector(actor, (snapshot) => snapshot.context.refusal);
  const { office, organization_id, organization } = useUser();
  // who is no office person opens acts of the own organization alone
  const own: Option | null = office ? null : { id: organization_id, title: organization };
  const form = useForm({
    draft: { form: 'act', of: copyOf === null ? 'new' : `new.${copyOf}` },
    initial: { organization: own, comment: '' },
    rules: {
      organization: withMessage(t('form.needOrganization'), required),
      comment: withMessage(t('form.needComment'), required),
    },
    names: { organization: 'organization_id' },
    refused: refusal?.errors,
    busy,
    onSave: ({ organization, comment }) =>
      actor.send({
        type: 'form.send',
        form: { organization_id: organization?.id ?? 0, comment: comment.trim() },
        key: newKey(),
      }),
  });
  useDropped(form, (drop) => [actor.on('act.opened', drop)]);
  const { propose } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the source has come
  useEffect(() => {
    if (source === undefined) return;
    if (own === null) propose('organization', { id: source.organization_id, title: source.organization });
    propose('comment', source.comment);
  }, [source?.id]);
  const close = () => actor.send({ type: 'form.close' });
  return (
    <Pane
      title={t(copyOf === null ? 'form.newAct' : 'form.copyTitle')}
      onClose={busy ? undefined : close}
      closeLabel={t('common:close')}
      foot={<SaveBar form={form} save={t('list.create')} onCancel={close} testId="act-create-send" />}
    >
      {copied.error ? (
        <Failed title={t('form.copyFailed')} error={copied.error} onRetry={() => void copied.refetch()} />
      ) : (
        source && (
          <div className="form-copy" data-testid="copy-of">
            <Notice tone="info" inset>
              {t('form.copyOf', { number: source.number })}
            </Notice>
          </div>
        )
      )}
      {refusal !== null && form.errorCount === 0 && <RefusalNotice refusal={refusal} inset />}
      <Form form={form} label={t('form.newAct')} autoFocus>
        <ChoiceField
          label={t('list.organization')}
          of={organizations}
          only
          {...form.field('organization')}
          disabled={own !== null}
        />
        <AreaField label={t('list.comment')} help={t('form.commentHelp')} maxLength={500} {...form.field('comment')} />
      </Form>
    </Pane>
  );
}
