/** A revision of a declared setting: its fields in the form that all settings share. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { type Chosen, type Field, sentName } from '../../contract/directory/fields.ts';
import { type AnySetting, fieldsOf, planRule, scopeOf } from '../../contract/setting/setting.ts';
import { useCall } from '../api/queries.ts';
import { useUser } from '../app/session.ts';
import { FieldControl, rulesOf } from '../directory/controls.tsx';
import { emptyValues, secretsOf, valuesOf } from '../directory/values.ts';
import { helpOf } from '../directory/words.ts';
import { formatDate, tashkentDay } from '../format/dates.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { required } from '../ui/form/rules.ts';
import { Pane } from '../ui/layout.tsx';
import { SkeletonRows } from '../ui/loading.tsx';
import { usePaneForm, useReadRecord } from '../ui/record/usePaneForm.ts';
import type { PaneActor } from '../ui/record/useRecordPane.ts';
import { RevisionEditor } from './RevisionEditor.tsx';
import { RevisionNotes } from './RevisionNotes.tsx';
import {
  type AnyRevision,
  besideTree,
  type FormFields,
  firstDayOf,
  inWords,
  lineOf,
  type revisionPane,
  type SpecialSetting,
  type SubjectRow,
} from './revisions.ts';

interface RevisionPaneProps {
  setting: AnySetting;
  special?: SpecialSetting;
  pane: ReturnType<typeof revisionPane>;
  actor: PaneActor;
  /** Of whom a new one is; undefined: it is written in the form. */
  row: SubjectRow | undefined;
  /** A new one is of that branch unless another is chosen: whose list it is opened from, or the person's own. */
  branch: Chosen | undefined;
  /** A subject in words. */
  nameOf: (row: Readonly<Record<string, unknown>>) => string;
}

export function RevisionPane(props: RevisionPaneProps) {
  const { setting, pane, actor } = props;
  const t = useText('records');
  const visit = useSelector(actor, ({ context }) => context.visit);
  const place = useSelector(actor, ({ context }) => context.place);
  const reading = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'reading' }));
  const id = place === null || place === 'new' ? null : place.id;
  const read = useCall(setting.calls.revisions, { params: { id: id ?? 0 } } as never, { enabled: id !== null });
  const revision = (read.data as { data: AnyRevision[] } | undefined)?.data.find((one) => one.id === id);
  useReadRecord(actor, revision, pane.view);
  if (!reading) return <OpenRevision key={visit} {...props} />;
  return (
    <Pane title={t('reading')} onClose={() => actor.send({ type: 'pane.close' })} closeLabel={t('common:close')}>
      <SkeletonRows rows={6} columns={[1]} />
    </Pane>
  );
}

function OpenRevision({ setting, special, actor, row, branch, nameOf }: RevisionPaneProps) {
  const { spec } = setting;
  const own = useText(`settings/${spec.name}`);
  const t = useText('setting');
  const language = useLanguage();
  const { office } = useUser();
  const all = fieldsOf(spec);
  const fields: [string, Field][] = Object.entries(all);
  const beside = besideTree(setting);
  const ofBranch = { [scopeOf(spec) ?? '']: branch ?? null };
  // a new one begins with the figures that hold now, from today
  const [empty] = useState<FormFields>(() => ({
    ...(row === undefined
      ? { ...emptyValues({ spec: { fields: all } }), ...(branch && ofBranch) }
      : // of a record of a tree they may be those of another one
        valuesOf({ spec: { fields: all } }, { ...row.in_force, ...row, ...(spec.inherits && ofBranch) })),
    valid_from: firstDayOf(spec, tashkentDay(Date.now())),
  }));
  const paneForm = usePaneForm<FormFields>(actor, {
    form: `record.${spec.name}`,
    ...(row && { within: row.id }),
    empty,
    rules: {
      ...Object.fromEntries(fields.map(([name, field]) => [name, rulesOf(field, own)])),
      valid_from: required,
    } as never,
    names: Object.fromEntries(fields.map(([name, field]) => [name, sentName(name, field)])),
    unkept: secretsOf(all),
  });
  const { record, initial, form } = paneForm;
  const isOfNew = record === null && row === undefined && Object.keys(spec.subject).length > 0;
  const date = initial.valid_from === null ? '' : formatDate(initial.valid_from);
  // who is no office person writes for the own branch
  const chooses = office && record === null;
  const shown = isOfNew ? fields : Object.entries<Field>({ ...(chooses && beside), ...spec.fields });
  const { Result, Written } = special ?? {};
  const subject = nameOf(initial);
  const isDraft = record === null || record.facts.status === 'draft';
  return (
    <RevisionEditor
      actor={actor}
      paneForm={paneForm}
      title={
        isOfNew ? t('add') : record === null ? t('form.newTitle', { subject }) : t('form.title', { subject, date })
      }
      {...(spec.confirm && { confirm: planRule(spec) })}
      takenBy={spec.takenBy}
      starts={spec.starts}
      words={{
        fields: Object.fromEntries(fields.map(([name]) => [name, own(`fields.${name}`)])),
        value(name, value) {
          if (name === 'valid_from') return typeof value === 'string' ? formatDate(value) : undefined;
          const field = all[name];
          return field === undefined ? undefined : inWords(name, field, value, own, language);
        },
      }}
      result={
        <>
          {isDraft && <RevisionNotes setting={setting} values={form.values} />}
          {Result && <Result figures={form.values} />}
          {Written && record !== null && <Written id={record.id} isDraft={isDraft} dirty={paneForm.dirty} />}
        </>
      }
    >
      {!chooses && Object.keys(beside).length > 0 && <p className="muted">{lineOf(beside, initial, own, language)}</p>}
      <div className="directory-fields">
        {shown.map(([name, field], at) => (
          <FieldControl
            key={name}
            name={name}
            field={field}
            t={own}
            of={spec.name}
            isNew={record === null}
            isFirst={at === 0}
            binding={form.field(name)}
            help={helpOf(own, name)}
          />
        ))}
      </div>
    </RevisionEditor>
  );
}
