/**
 * The pane of a record of a declared directory: form, tabs, steps. It stands beside the directory's list, and beside the
 * form of another page that needs a new record.
 */
import { useSelector } from '@xstate/react';
import { type ComponentType, Fragment, lazy, type ReactNode, Suspense } from 'react';
import type { Call } from '../../contract/call.ts';
import { verbOf } from '../../contract/directory/chart.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { type Field, optionsOf, sentName, writtenIn } from '../../contract/directory/fields.ts';
import type { RecordLine } from '../../contract/records.ts';
import { isReplayed } from '../../contract/workflows.ts';
import type { Fields as FormValues, Json } from '../../machines/recordPane/merge.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { request } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { useAddress } from '../app/address.ts';
import { useUser } from '../app/session.ts';
import { Replay } from '../document/Replay.tsx';
import { type Text, useLanguage, useText } from '../i18n/index.ts';
import type { Rule } from '../ui/form/rules.ts';
import type { Form } from '../ui/form/useForm.ts';
import type { Look } from '../ui/look.ts';
import { Reason } from '../ui/Notice.tsx';
import { type PaneChart, RecordPane, type RecordPaneProps, type RecordTab } from '../ui/record/RecordPane.tsx';
import { FRESH, type PaneActor, recordPane, type Told, type WireRecord } from '../ui/record/useRecordPane.ts';
import type { RecordWords } from '../ui/record/words.ts';
import { StateChip } from '../ui/StateChip.tsx';
import type { AnyRow } from './columns.tsx';
import { FieldControl, isHalf, rulesOf } from './controls.tsx';
import { givenIn, type OfAddress, Proposed } from './ofAddress.tsx';
import type { StepQuestionProps } from './StepQuestion.tsx';
import { bodyOf, emptyValues, secretsOf, valuesOf, wordsOf } from './values.ts';
import { helpOf, sectionId } from './words.ts';

const StepQuestion = lazy(async () => ({ default: (await import('./StepQuestion.tsx')).StepQuestion }));
const Once = lazy(() => import('./Once.tsx'));

type AnyForm = Form<FormValues>;

/** What is asked of a new record beyond its declaration. */
export interface Demand {
  readonly rule: Rule<never, FormValues>;
  /** Said at the field before anything is wrong: of lines, which no mark calls optional. */
  readonly help?: string;
}
export type Demands = Readonly<Record<string, Demand>>;
const NONE: Demands = {};
const REQUIRED: object = { optional: false };

/** What a pane has beyond its declaration. `t` are the texts of the directory. */
export interface PaneHooks {
  /** What a new record begins with, where that is not empty. */
  readonly initial?: FormValues;
  /** What it takes from the address of its page. */
  readonly ofAddress?: OfAddress;
  /** What stands above the form of a record: facts that are not written in it. */
  readonly about?: (record: RecordView, t: Text) => ReactNode;
  /** Panes of the record between its data and its history. */
  readonly tabs?: (t: Text) => readonly RecordTab[];
  /** Controls in place of those of their kinds; null: the form has none. */
  readonly fields?: Readonly<
    Record<string, (props: { form: AnyForm; record: RecordView | null; t: Text }) => ReactNode>
  >;
  /** What is said below a field, whose control is that of its kind. */
  readonly below?: Readonly<
    Record<string, (props: { form: AnyForm; record: RecordView | null; t: Text }) => ReactNode>
  >;
  /** What stands below the fields of a record that is being changed: what it asks for, by the declaration's `asks`. */
  readonly asks?: (form: AnyForm, record: RecordView, t: Text) => ReactNode;
  /** Rules between fields, beside those of their kinds. */
  readonly rules?: Readonly<Record<string, (t: Text) => Rule<never, FormValues>>>;
  /** By field, what the settings in force ask of a new record; such a field is not called optional. */
  readonly useDemands?: (isNew: boolean, t: Text) => Demands;
  /** Questions in place of the usual one, by the event of the chart that they are before. */
  readonly actions?: Readonly<Record<string, ComponentType<StepQuestionProps>>>;
}

const PERSONAL: ReadonlySet<Field['kind']> = new Set(['phone', 'pinfl', 'identity', 'taxNumber']);

/** Whether a draft of its form stays off this computer (decision 98). */
const isPersonal = (field: Field): boolean =>
  PERSONAL.has(field.kind) || (field.kind === 'rows' && Object.values(field.fields).some(isPersonal));

/** The calls of a directory as its pane sends them. */
function paneOf(directory: AnyDirectory, initial: FormValues | undefined) {
  const { spec, calls } = directory;
  const changed = { spec: { fields: { ...spec.fields, ...spec.asks } } };
  const personal = Object.values(spec.fields).some(isPersonal);
  type Answer = Promise<Told<WireRecord>>;
  const byVerb = new Map(Object.entries(directory.steps).map(([event, step]) => [verbOf(event), { event, step }]));
  const send = (call: Call, options: object): Answer => request(call, options as never) as Answer;
  const read = (call: Call, id: number) => useCall(call, { params: { id } } as never, FRESH) as never;
  return recordPane<WireRecord, FormValues>({
    form: `${personal ? 'personal' : 'record'}.${spec.name}`,
    empty: { ...emptyValues(changed), ...initial },
    fieldsOf: (row) => valuesOf(changed, row as unknown as AnyRow),
    factsOf: (row) => factsOf(directory, row as unknown as AnyRow),
    useShow: (id) => read(calls.show, id),
    useHistory: (id) => read(calls.history, id),
    readHistory: (id) => request(calls.history, { params: { id } } as never) as Promise<{ data: RecordLine[] }>,
    create: (values, options) => send(calls.create, { body: bodyOf(directory, values), ...options }),
    update: (id, values, options) => send(calls.update, { params: { id }, body: bodyOf(changed, values), ...options }),
    step(verb, id, options, answers) {
      const { event, step } = byVerb.get(verb) as { event: string; step: Call };
      const asked = spec.chart?.steps[event]?.fields;
      const body = asked && { body: bodyOf({ spec: { fields: asked } }, answers ?? {}) };
      return send(step, { params: { id }, ...options, ...body });
    },
  });
}

type Pane = ReturnType<typeof paneOf>;

/** A record's pane: the machine of its actor, and what draws it. */
export interface DirectoryPane {
  readonly directory: AnyDirectory;
  readonly machine: Pane['machine'];
  readonly Pane: ComponentType<{ actor: PaneActor }>;
  readonly calls: Pane;
  /** What any form of a record is drawn with: the pane’s, and that of a document’s window. */
  readonly useParts: (actor: PaneActor) => RecordParts;
}

export type RecordParts = Omit<RecordPaneProps<WireRecord, FormValues>, 'pane' | 'actor'> & { readonly own: Text };

export function directoryPane(declared: object, special: PaneHooks = {}): DirectoryPane {
  const directory = declared as AnyDirectory;
  const { spec } = directory;
  const pane = paneOf(directory, special.initial);
  const fields = writtenIn(spec.fields);
  const writesOnce = fields.some(([, field]) => optionsOf(field).once === true);

  function useParts(actor: PaneActor): RecordParts {
    const own = useText(`directories/${spec.name}`);
    const t = useText('directory');
    const language = useLanguage();
    const StateOf = useStates(directory).Chip;
    const isNew = useSelector(actor, ({ context }) => context.place === 'new');
    const { office } = useUser();
    // of a new record it is not asked who may not say it; of one that is there it is shown
    const asked = isNew && !office ? fields.filter(([, field]) => !optionsOf(field).byOffice) : fields;
    const demands = special.useDemands?.(isNew, own) ?? NONE;
    const [params] = useAddress();
    const { ofAddress = {} } = special;
    const given = isNew ? givenIn(params, ofAddress, spec.fields, own) : {};
    const first = Math.max(
      0,
      asked.findIndex(([name]) => !(name in given)),
    );

    /** The steps of the chart, with a question each. */
    function paneChart(): PaneChart {
      const steps = Object.keys(directory.steps).map((event) => ({ event, verb: verbOf(event) }));
      return {
        state: ({ facts }) => <StateOf status={facts.status as string} />,
        steps: steps.map(({ verb }) => ({ verb, text: own(`steps.${verb}.do`) })),
        question(verb, record, name) {
          const event = steps.find((step) => step.verb === verb)?.event;
          if (event === undefined) return null;
          const Question = special.actions?.[event] ?? StepQuestion;
          return (
            <Suspense>
              <Question {...{ directory, actor, event, record, name, own }} />
            </Suspense>
          );
        },
        once: (told) => <Once told={told} own={own} />,
      };
    }

    return {
      own,
      fixed: spec.fixed === true,
      ...(spec.chart && { chart: paneChart() }),
      words: recordWords(directory, own, t, language),
      title: (values) => titleOf(directory, values, language),
      rules: rules(own, demands),
      names: Object.fromEntries(fields.map(([name, field]) => [name, sentName(name, field)])),
      unkept: secretsOf(spec.fields),
      ...(special.tabs && { tabs: special.tabs(own) }),
      fields: (form, record, refused) => (
        <div className="directory-fields">
          {record !== null && writesOnce && spec.document === undefined && <Reason>{t('writtenOnce')}</Reason>}
          {record !== null && special.about && <div className="directory-about">{special.about(record, own)}</div>}
          {record === null && <Proposed form={form} of={ofAddress} given={given} />}
          {asked.map(([name, field], at) => {
            const other = special.fields?.[name];
            const section = <Section key={`${name}.section`} of={spec.name} name={name} own={own} />;
            if (other)
              return [
                section,
                <div key={name} className={isHalf(field) ? 'half' : undefined}>
                  {other({ form, record, t: own })}
                </div>,
              ];
            const frozen = (record?.facts.frozen as Readonly<Record<string, string>> | undefined)?.[name];
            const binding = form.field(name);
            // of all of them it is said once, above
            const why = optionsOf(field).once === true ? undefined : frozen;
            return [
              section,
              <FieldControl
                key={name}
                name={name}
                field={demands[name] ? ({ ...field, ...REQUIRED } as Field) : field}
                t={own}
                of={spec.name}
                isNew={record === null}
                isFirst={at === first}
                binding={{ ...binding, disabled: binding.disabled || frozen !== undefined }}
                help={why ?? demands[name]?.help ?? helpOf(own, name)}
                refused={refused}
              />,
              <Fragment key={`${name}.below`}>{special.below?.[name]?.({ form, record, t: own })}</Fragment>,
            ];
          })}
          {record !== null && special.asks?.(form, record, own)}
        </div>
      ),
    };
  }

  function rules(own: Text, demands: Demands) {
    return Object.fromEntries(
      fields.map(([name, field]) => {
        const also = special.rules?.[name];
        const demanded = demands[name]?.rule;
        return [name, [...(demanded ? [demanded] : []), ...rulesOf(field, own), ...(also ? [also(own)] : [])]];
      }),
    ) as never;
  }

  const chart = spec.chart?.machine ?? 'directoryRecord';
  const kind = chart === 'directoryRecord' || chart === 'approval' ? { kind: spec.name } : {};
  const replay = (id: number) => isReplayed(chart) && <Replay machine={chart} id={id} {...kind} />;

  function Pane({ actor }: { actor: PaneActor }) {
    const { own: _, ...parts } = useParts(actor);
    return <RecordPane pane={pane} actor={actor} {...parts} replay={replay} />;
  }
  return { directory, machine: pane.machine, Pane, calls: pane, useParts };
}

/** Fields that belong together begin with a title, where the directory's texts have one. */
function Section({ of, name, own }: { of: string; name: string; own: Text }) {
  const title = own(`sections.${name}.title`, { defaultValue: '' });
  if (title === '') return null;
  return (
    <div className="directory-section" id={sectionId(of, name)}>
      <h3 className="field-label">{title}</h3>
      <p className="field-help">{own(`sections.${name}.help`)}</p>
    </div>
  );
}

/** States of a chart of its own, in words and as chips. */
export function useStates({ spec: { chart } }: AnyDirectory) {
  const t = useText(chart ? `machines/${chart.machine}` : 'directory');
  const wordsOfState = (status: string | undefined) => t(`states.${status}.name`);
  const Chip = ({ status = '', quiet }: { status?: string | undefined; quiet?: boolean }) => (
    <StateChip look={chart?.states[status] as Look} {...(quiet && { quiet })}>
      {wordsOfState(status)}
    </StateChip>
  );
  return { wordsOfState, Chip };
}

/** What a document is answered with beside its fields. */
const OF_DOCUMENTS = ['number', 'organization', 'owner', 'created_at', 'practice_day'];

/** What the pane shows beside the fields: computed facts, and what may not change any more. */
const factsOf = ({ spec }: AnyDirectory, row: AnyRow): FormValues =>
  Object.fromEntries(
    ['frozen', 'author', ...(spec.document ? OF_DOCUMENTS : []), ...Object.keys(spec.extra ?? {})].map((name) => [
      name,
      (row[name] ?? null) as Json,
    ]),
  );

export function titleOf({ spec }: AnyDirectory, values: FormValues, language: 'uz' | 'ru'): string {
  const value = values[spec.label];
  if (typeof value === 'object' && value !== null) {
    const { title, [language]: named } = value as Record<string, Json>;
    return String(title ?? named ?? '');
  }
  return String(value ?? '');
}

function recordWords(directory: AnyDirectory, own: Text, t: Text, language: 'uz' | 'ru'): RecordWords {
  const { fields, asks, extra, chart, fixed } = directory.spec;
  return {
    newTitle: fixed ? '' : own('new'),
    create: fixed ? '' : own('add'),
    archiveText: t('archiveText'),
    restoreText: t('restoreText'),
    ...(chart && {
      event: (event: string) => eventIn(directory, event, own, t),
      steps: Object.keys(chart.steps),
    }),
    fields: Object.fromEntries([
      ...Object.keys({ ...fields, ...asks, ...extra }).map((name) => [name, own(`fields.${name}`)]),
      ...stepFields(directory).map(([verb, name]) => [name, own(`steps.${verb}.fields.${name}`)]),
    ]),
    value: (name, value) => {
      const field = fields[name] ?? asks?.[name] ?? ofStep(directory, name);
      return field === undefined ? undefined : wordsOf(name, field, value, own, language);
    },
  };
}

/** What steps ask for, which their log lines have: the verb of the step with the name of the field. */
const stepFields = ({ spec }: AnyDirectory): [string, string][] =>
  Object.entries(spec.chart?.steps ?? {}).flatMap(([event, { fields = {} }]) =>
    Object.keys(fields).map((name): [string, string] => [verbOf(event), name]),
  );

/** A field that a step asks for, which its log line has. */
const ofStep = ({ spec }: AnyDirectory, name: string): Field | undefined =>
  Object.values(spec.chart?.steps ?? {}).find(({ fields }) => fields?.[name] !== undefined)?.fields?.[name];

/** What somebody did by an event of the chart. */
function eventIn({ spec: { chart } }: AnyDirectory, event: string, own: Text, t: Text): string | undefined {
  if (chart === undefined) return undefined;
  if (event === chart.begins) return own('begun', { defaultValue: t('records:history.record.create') });
  if (event === chart.update) return t('records:history.record.update');
  return event in chart.steps ? own(`steps.${verbOf(event)}.done`) : undefined;
}
