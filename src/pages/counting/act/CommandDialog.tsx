import { Button, InputGroup, TextArea } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import type { HeldFile } from '../../../../contract/heldFile.ts';
import { sameJson } from '../../../../contract/json.ts';
import type { Refusal } from '../../../../contract/refusal.ts';
import {
  type ActCommand,
  type CommandType,
  type CommandWords,
  hasDialog,
} from '../../../../machines/actWorkspace/commands.ts';
import type { Fields } from '../../../../machines/recordPane/merge.ts';
import { newKey } from '../../../api/client.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { type Language, useLanguage, useText } from '../../../i18n/index.ts';
import { AskDialog } from '../../../ui/AskDialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FilePicker } from '../../../ui/files/FilePicker.tsx';
import { organizations, users } from '../../../ui/form/choices.ts';
import { DraftOffer } from '../../../ui/form/drafts/DraftOffer.tsx';
import { useDraft } from '../../../ui/form/drafts/useDraft.ts';
import { useDropped } from '../../../ui/form/drafts/useDropped.ts';
import type { RemoteSelectProps } from '../../../ui/form/RemoteSelect.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { categoryName } from '../categories.ts';
import type { CommandActor } from './actors.ts';

/** Choosing a person or an organization brings a list component of its own; other commands do without. */
const LazySelect = lazy(() =>
  import('../../../ui/form/RemoteSelect.tsx').then((module) => ({ default: module.RemoteSelect })),
);
/** So do the figures of what ends a count. */
const Differences = lazy(() => import('./Differences.tsx').then((module) => ({ default: module.Differences })));

const NewCounters = lazy(() => import('./NewCounters.tsx').then((module) => ({ default: module.NewCounters })));

const CategoryChoice = lazy(() =>
  import('./CategoryChoice.tsx').then((module) => ({ default: module.CategoryChoice })),
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
  command: ActCommand;
  errors: Refusal['errors'];
  busy: boolean;
  tried: boolean;
  words: CommandWords;
  onChange: (change: CommandWords) => void;
}

const WITH_REASON: ReadonlySet<CommandType> = new Set(['act.cancel', 'counter.release']);

const isBlank = (text: string | undefined) => (text ?? '').trim() === '';

type Written = 'reason' | 'person' | 'title' | 'comment';

const askedBy = ({ type }: ActCommand, { counters }: CommandWords): readonly Written[] => {
  if (WITH_REASON.has(type)) return ['reason'];
  if (type === 'counter.add' || type === 'counter.rename') return counters?.length ? [] : ['person', 'title'];
  return type === 'act.update' || type === 'comment.edit' ? ['comment'] : [];
};

/** What must be written before the command is sent: the names of the fields that are still empty. */
const missing = (command: ActCommand, words: CommandWords): Written[] =>
  askedBy(command, words).filter((field) => (field === 'person' ? !words.person : isBlank(words[field])));

function wordsOf(command: ActCommand, act: ActDetails, language: Language): CommandWords {
  if (command.type === 'act.limit') return { categories: command.categories ?? chosenOf(act, language) };
  const { reason, comment, title, person, organization, counter } = command;
  // A dialog that comes back after a conflict shows what the person wrote, not the stored version.
  if (command.type === 'act.update') {
    const stored = { id: act.organization_id, title: act.organization };
    return { comment: comment ?? act.comment, organization: organization ?? stored };
  }
  if (command.type === 'counter.rename') {
    const stored = counter ? { id: counter.user_id, title: counter.name } : null;
    return { title: title ?? counter?.title ?? '', person: person ?? stored };
  }
  const written = { reason, comment, title, person };
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value));
}

const chosenOf = ({ categories }: ActDetails, language: Language) =>
  categories.map((category) => ({ id: category.id, title: categoryName(category, language) }));

/** What the command is about, within its act. */
const subjectOf = ({ type, counter, commentId }: ActCommand): string => `${type}.${counter?.id ?? commentId ?? ''}`;

/** The dialog of the command that is asked about, kept open while it is refused so that it can be corrected. */
export function CommandDialog({ actor, act }: { actor: CommandActor; act: ActDetails }) {
  const command = useSelector(actor, ({ context }) => context.command);
  const shown = useSelector(actor, (snapshot) => !snapshot.matches('conflict'));
  if (command === null || !hasDialog(command) || !shown) return null;
  return <OpenDialog key={subjectOf(command)} actor={actor} act={act} command={command} />;
}

function OpenDialog({ actor, act, command }: { actor: CommandActor; act: ActDetails; command: ActCommand }) {
  const t = useText('counting');
  const language = useLanguage();
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const first = useMemo(() => wordsOf(command, act, language), [command, act, language]);
  const [words, setWords] = useState(first);
  const [tried, setTried] = useState(false);
  const written = useMemo(
    () => ({
      fields: Object.fromEntries(
        Object.entries(words).filter(([name, value]) => !sameJson(value, first[name as keyof CommandWords])),
      ) as Fields,
      base: {},
    }),
    [words, first],
  );
  const draft = useDraft({
    place: {
      form: 'actCommand',
      of: `new.${act.id}.${subjectOf(command)}`,
    },
    written,
    onTaken: ({ fields }) => setWords((before) => ({ ...before, ...(fields as CommandWords) })),
    onStartedOver: () => setWords(first),
  });
  useDropped({ draft }, (drop) => [actor.on('command.done', drop)]);
  const empty = missing(command, words);
  const errors = refusal?.errors ?? {};
  const close = () => actor.send({ type: 'command.close' });
  const confirm = () => {
    setTried(true);
    if (empty.length === 0) actor.send({ type: 'command.confirm', words, key: newKey() });
  };
  const form: FormProps = {
    act,
    command,
    errors,
    busy,
    tried,
    words,
    onChange: (change) => setWords((before) => ({ ...before, ...change })),
  };
  const danger = WITH_REASON.has(command.type) || command.type === 'counter.remove';
  const failed = refusal?.kind === 'failed';
  return (
    <AskDialog
      title={t(`ask.${command.type}.title`, { number: act.number, name: command.counter?.name ?? '' })}
      onClose={close}
      held={busy}
      // Enter never does what cannot be taken back
      onSubmit={danger || command.type === 'act.form' ? () => {} : confirm}
      foot={
        <>
          <Button
            intent={danger ? 'danger' : 'primary'}
            loading={busy}
            text={failed ? t('common:retry') : t(`ask.${command.type}.do`)}
            onClick={confirm}
            data-testid="command-confirm"
          />
          <Button text={t('common:back')} disabled={busy} onClick={close} data-testid="command-close" />
        </>
      }
    >
      <DraftOffer draft={draft} />
      <Form {...form} />
      {refusal !== null && Object.keys(errors).length === 0 && <RefusalNotice refusal={refusal} inset />}
    </AskDialog>
  );
}

function Form(props: FormProps) {
  const { type } = props.command;
  if (type === 'act.complete') return <CompleteWords act={props.act} />;
  if (type === 'act.form') return <FormWords act={props.act} />;
  if (WITH_REASON.has(type)) return <ReasonForm {...props} />;
  if (type === 'counter.add')
    return (
      <Suspense>
        <NewCounters
          act={props.act}
          first={props.command.first ?? 1}
          chosen={props.words.counters ?? []}
          errors={props.errors}
          busy={props.busy}
          onChange={(counters) => props.onChange({ counters })}
        >
          <CounterForm {...props} />
        </NewCounters>
      </Suspense>
    );
  if (type === 'counter.rename') return <CounterForm {...props} />;
  if (type === 'act.update') return <ActForm {...props} />;
  if (type === 'act.limit') return <LimitForm {...props} />;
  if (type === 'comment.edit') return <CommentForm {...props} />;
  return <Plain command={props.command} />;
}

function Plain({ command }: { command: ActCommand }) {
  const t = useText('counting');
  return <p className="reading">{t(`ask.${command.type}.text`, { name: command.counter?.name ?? '' })}</p>;
}

/** Before completing the person is shown once how many products nobody entered (decision 19). */
function CompleteWords({ act }: { act: ActDetails }) {
  const t = useText('counting');
  return (
    <div className="stack">
      <p className="reading">
        {t('ask.act.complete.text', { counted: formatNumber(act.counted), lines: formatNumber(act.lines) })}
      </p>
      <Differences act={act} />
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
  return (
    <div className="stack">
      <p className="reading">{t('ask.act.form.text', { organization: act.organization })}</p>
      <Differences act={act} />
    </div>
  );
}

function ReasonForm({ command, errors, busy, tried, words, onChange }: FormProps) {
  const t = useText('counting');
  const fault = tried && isBlank(words.reason) ? t('form.needReason') : errors.reason?.[0];
  return (
    <div className="stack">
      <Plain command={command} />
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

function CounterForm({ errors, busy, tried, words, onChange }: FormProps) {
  const t = useText('counting');
  return (
    <>
      <Field label={t('form.person')} error={tried && !words.person ? t('form.needPerson') : errors.user_id?.[0]}>
        {(wiring) => (
          <RemoteSelect
            of={users}
            value={words.person ?? null}
            label={t('form.person')}
            empty={t('common:choose')}
            wiring={wiring}
            disabled={busy}
            fill
            onChange={(person) => onChange({ person })}
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
            value={words.organization ?? null}
            label={t('list.organization')}
            empty={t('common:choose')}
            wiring={wiring}
            disabled={busy || fixed}
            fill
            onChange={(option) => {
              if (option !== null) onChange({ organization: option });
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

function LimitForm({ errors, busy, words, onChange }: FormProps) {
  const t = useText('counting');
  return (
    <div className="stack">
      <p className="reading">{t('ask.act.limit.text')}</p>
      <Suspense fallback={<InputGroup fill disabled />}>
        <CategoryChoice
          value={words.categories ?? []}
          error={errors.category_ids?.[0]}
          disabled={busy}
          onChange={(categories) => onChange({ categories })}
        />
      </Suspense>
    </div>
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
