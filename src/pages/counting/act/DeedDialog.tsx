import { Button, InputGroup, TextArea } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import type { ActDetails } from '../../../../contract/counting.ts';
import type { Refusal } from '../../../../contract/refusal.ts';
import type { Deed, DeedType, DeedWords, HeldFile } from '../../../../machines/actWorkspace/actWorkspace.machine.ts';
import { newKey } from '../../../api/client.ts';
import { formatMoney, formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { AskDialog } from '../../../ui/AskDialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FilePicker } from '../../../ui/files/FilePicker.tsx';
import { organizations, users } from '../../../ui/form/choices.ts';
import type { RemoteSelectProps } from '../../../ui/form/RemoteSelect.tsx';
import type { Option } from '../../../ui/form/remote.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import type { WorkspaceActor } from './Workspace.tsx';

/** Choosing a person or an organization brings a list component of its own; other deeds do without. */
const LazySelect = lazy(() =>
  import('../../../ui/form/RemoteSelect.tsx').then((module) => ({ default: module.RemoteSelect })),
);

function RemoteSelect(props: RemoteSelectProps) {
  return (
    <Suspense fallback={<InputGroup fill disabled value={props.value?.title ?? ''} />}>
      <LazySelect {...props} />
    </Suspense>
  );
}

interface FormProps {
  act: ActDetails;
  deed: Deed;
  errors: Refusal['errors'];
  busy: boolean;
  tried: boolean;
  words: DeedWords;
  onChange: (change: DeedWords) => void;
}

const DANGEROUS: ReadonlySet<DeedType> = new Set(['act.cancel', 'counter.remove', 'counter.release']);
const WITH_REASON: ReadonlySet<DeedType> = new Set(['act.cancel', 'counter.release']);

const isBlank = (text: string | undefined) => (text ?? '').trim() === '';

/** What must be written before the deed is sent: the names of the fields that are still empty. */
function missing(deed: Deed, words: DeedWords): (keyof DeedWords)[] {
  if (WITH_REASON.has(deed.type)) return isBlank(words.reason) ? ['reason'] : [];
  if (deed.type === 'counter.add' || deed.type === 'counter.rename') {
    const fields: (keyof DeedWords)[] = [];
    if (!words.user_id) fields.push('user_id');
    if (isBlank(words.title)) fields.push('title');
    return fields;
  }
  if (deed.type === 'act.update' || deed.type === 'comment.edit') return isBlank(words.comment) ? ['comment'] : [];
  return [];
}

function wordsOf(deed: Deed, act: ActDetails): DeedWords {
  const { reason, comment, title, user_id, organization_id } = deed;
  // A dialog that comes back after a conflict holds what the person wrote, not what stands there now.
  if (deed.type === 'act.update') {
    return { comment: comment ?? act.comment, organization_id: organization_id ?? act.organization_id };
  }
  if (deed.type === 'counter.rename') {
    return { title: title ?? deed.counter?.title ?? '', user_id: user_id ?? deed.counter?.user_id ?? 0 };
  }
  return {
    ...(reason && { reason }),
    ...(comment && { comment }),
    ...(title && { title }),
    ...(user_id && { user_id }),
  };
}

/** The dialog of the deed that is asked about, kept open while it is refused so that it can be corrected. */
export function DeedDialog({ actor, act }: { actor: WorkspaceActor; act: ActDetails }) {
  const deed = useSelector(actor, ({ context }) => (context.asked ? context.deed : null));
  const shown = useSelector(actor, (snapshot) => !snapshot.matches({ deeds: 'conflicted' }));
  if (deed === null || !shown) return null;
  return (
    <OpenDialog key={`${deed.type} ${deed.counter?.id ?? deed.commentId ?? ''}`} actor={actor} act={act} deed={deed} />
  );
}

function OpenDialog({ actor, act, deed }: { actor: WorkspaceActor; act: ActDetails; deed: Deed }) {
  const t = useText('counting');
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const [words, setWords] = useState<DeedWords>(() => wordsOf(deed, act));
  const [tried, setTried] = useState(false);
  const empty = missing(deed, words);
  const errors = refusal?.errors ?? {};
  const close = () => actor.send({ type: 'deed.close' });
  const confirm = () => {
    setTried(true);
    if (empty.length === 0) actor.send({ type: 'deed.confirm', words, key: newKey() });
  };
  const form: FormProps = {
    act,
    deed,
    errors,
    busy,
    tried,
    words,
    onChange: (change) => setWords((before) => ({ ...before, ...change })),
  };
  const danger = DANGEROUS.has(deed.type);
  const failed = refusal?.kind === 'failed';
  return (
    <AskDialog
      title={t(`ask.${deed.type}.title`, { number: act.number, name: deed.counter?.name ?? '' })}
      onClose={close}
      held={busy}
      // Enter never does what cannot be taken back
      onSubmit={danger || deed.type === 'act.form' ? () => {} : confirm}
      foot={
        <>
          <Button
            intent={danger ? 'danger' : 'primary'}
            loading={busy}
            text={failed ? t('common:retry') : t(`ask.${deed.type}.do`)}
            onClick={confirm}
            data-testid="deed-confirm"
          />
          <Button text={t('ask.back')} disabled={busy} onClick={close} data-testid="deed-close" />
        </>
      }
    >
      <Form {...form} />
      {refusal !== null && Object.keys(errors).length === 0 && <RefusalNotice refusal={refusal} inset />}
    </AskDialog>
  );
}

function Form(props: FormProps) {
  const { type } = props.deed;
  if (type === 'act.complete') return <CompleteWords act={props.act} />;
  if (type === 'act.form') return <FormWords act={props.act} />;
  if (type === 'act.cancel' || type === 'counter.release') return <ReasonForm {...props} />;
  if (type === 'counter.add' || type === 'counter.rename') return <CounterForm {...props} />;
  if (type === 'act.update') return <ActForm {...props} />;
  if (type === 'comment.edit') return <CommentForm {...props} />;
  return <Plain deed={props.deed} />;
}

function Plain({ deed }: { deed: Deed }) {
  const t = useText('counting');
  return <p className="reading">{t(`ask.${deed.type}.text`, { name: deed.counter?.name ?? '' })}</p>;
}

/** Before completing the person is told once how many products nobody entered (decision 19). */
function CompleteWords({ act }: { act: ActDetails }) {
  const t = useText('counting');
  const language = useLanguage();
  return (
    <div className="stack">
      <p className="reading">
        {t('ask.act.complete.text', { counted: formatNumber(act.counted), lines: formatNumber(act.lines) })}
      </p>
      <p className="num">
        {t('ask.act.complete.sum')} <b>{formatMoney(act.difference_sum, 'UZS', language, { plus: true })}</b>
      </p>
      {act.not_counted > 0 && (
        <div data-testid="not-counted">
          <Notice tone="waiting" inset>
            <b>{t('ask.act.complete.notCounted', { count: act.not_counted, figure: formatNumber(act.not_counted) })}</b>{' '}
            {t('ask.act.complete.notCountedText')}
          </Notice>
        </div>
      )}
    </div>
  );
}

function FormWords({ act }: { act: ActDetails }) {
  const t = useText('counting');
  const language = useLanguage();
  return (
    <div className="stack">
      <p className="reading">{t('ask.act.form.text', { organization: act.organization })}</p>
      <p className="num">
        {t('ask.act.form.sum', { units: formatNumber(act.difference, { plus: true }) })}{' '}
        <b>{formatMoney(act.difference_sum, 'UZS', language, { plus: true })}</b>
      </p>
    </div>
  );
}

function ReasonForm({ deed, errors, busy, tried, words, onChange }: FormProps) {
  const t = useText('counting');
  const fault = tried && isBlank(words.reason) ? t('form.needReason') : errors.reason?.[0];
  return (
    <div className="stack">
      <p className="reading">{t(`ask.${deed.type}.text`, { name: deed.counter?.name ?? '' })}</p>
      <Field label={t('form.reason')} error={fault}>
        {(wiring) => (
          <TextArea
            {...wiring}
            fill
            autoFocus
            maxLength={500}
            value={words.reason ?? ''}
            disabled={busy}
            onChange={(event) => onChange({ reason: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

function CounterForm({ deed, errors, busy, tried, words, onChange }: FormProps) {
  const t = useText('counting');
  const [person, setPerson] = useState<Option | null>(
    deed.counter ? { id: deed.counter.user_id, title: deed.counter.name } : null,
  );
  return (
    <>
      <Field label={t('form.person')} error={tried && !words.user_id ? t('form.needPerson') : errors.user_id?.[0]}>
        {(wiring) => (
          <RemoteSelect
            of={users}
            value={person}
            label={t('form.person')}
            empty={t('common:choose')}
            wiring={wiring}
            disabled={busy}
            fill
            onChange={(option) => {
              setPerson(option);
              onChange({ user_id: option?.id ?? 0 });
            }}
          />
        )}
      </Field>
      <Field
        label={t('form.counterTitle')}
        help={t('form.counterTitleHelp')}
        error={tried && isBlank(words.title) ? t('form.needTitle') : errors.title?.[0]}
      >
        {(wiring) => (
          <InputGroup
            {...wiring}
            fill
            maxLength={100}
            value={words.title ?? ''}
            disabled={busy}
            onValueChange={(title) => onChange({ title })}
          />
        )}
      </Field>
    </>
  );
}

function ActForm({ act, errors, busy, tried, words, onChange }: FormProps) {
  const t = useText('counting');
  const [organization, setOrganization] = useState<Option | null>({ id: act.organization_id, title: act.organization });
  const fixed = act.status !== 'created';
  return (
    <>
      <Field
        label={t('list.organization')}
        help={fixed ? t('form.organizationFixed') : undefined}
        error={errors.organization_id?.[0]}
      >
        {(wiring) => (
          <RemoteSelect
            of={organizations}
            value={organization}
            label={t('list.organization')}
            empty={t('common:choose')}
            wiring={wiring}
            disabled={busy || fixed}
            fill
            onChange={(option) => {
              if (option === null) return;
              setOrganization(option);
              onChange({ organization_id: option.id });
            }}
          />
        )}
      </Field>
      <Field
        label={t('list.comment')}
        error={tried && isBlank(words.comment) ? t('form.needComment') : errors.comment?.[0]}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            fill
            maxLength={500}
            value={words.comment ?? ''}
            disabled={busy}
            onChange={(event) => onChange({ comment: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function CommentForm({ errors, busy, tried, words, onChange }: FormProps) {
  const t = useText('counting');
  const file: HeldFile | null = words.file ?? null;
  return (
    <>
      <Field
        label={t('comments.words')}
        help={t('comments.editHelp')}
        error={tried && isBlank(words.comment) ? t('form.needComment') : errors.comment?.[0]}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            fill
            maxLength={2000}
            value={words.comment ?? ''}
            disabled={busy}
            onChange={(event) => onChange({ comment: event.target.value })}
          />
        )}
      </Field>
      <FilePicker value={file} onChange={(next) => onChange({ file: next })} disabled={busy} error={errors.file?.[0]}>
        {t('files.another')}
      </FilePicker>
    </>
  );
}
