/**
 * The page of a declared directory: list, side pane with form and history, all derived. What is special is a hook by name,
 * in `src/directories/<name>.tsx`.
 */
import { Button } from '@blueprintjs/core';
import { ImportIcon, PlusIcon } from '@blueprintjs/icons';
import { useActorRef, useSelector } from '@xstate/react';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { Call } from '../../contract/call.ts';
import { verbOf } from '../../contract/directory/chart.ts';
import { type AnyDirectory, type Directory, type DirectoryRow, ruleFor } from '../../contract/directory/directory.ts';
import { type Field, type Fields, optionsOf, sentName } from '../../contract/directory/fields.ts';
import { takesFiles } from '../../contract/imports.ts';
import type { RecordLine } from '../../contract/records.ts';
import type { Fields as FormValues, Json } from '../../machines/recordPane/merge.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { request } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { numberIn, useAddress } from '../app/address.ts';
import { inspect } from '../app/inspect.ts';
import { useAllows } from '../app/session.ts';
import { formatNumber } from '../format/numbers.ts';
import { type Text, useLanguage, useText } from '../i18n/index.ts';
import type { Rule } from '../ui/form/rules.ts';
import type { Form } from '../ui/form/useForm.ts';
import { useChoice } from '../ui/list/choice.ts';
import type { ListColumn } from '../ui/list/columns.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';
import { useLead } from '../ui/list/lead.tsx';
import { type ListCall, useList } from '../ui/list/useList.ts';
import type { Look } from '../ui/look.ts';
import { Name } from '../ui/Name.tsx';
import { type PaneChart, RecordPane, type RecordTab } from '../ui/record/RecordPane.tsx';
import { FRESH, recordPane, type Told, useRecordPane, type WireRecord } from '../ui/record/useRecordPane.ts';
import { useRowInAddress } from '../ui/record/useRowInAddress.ts';
import type { RecordWords } from '../ui/record/words.ts';
import { StateChip } from '../ui/StateChip.tsx';
import { type AnyAnswer, type AnyRow, columnOf, columnsBeside, filtersOf } from './columns.tsx';
import { FieldControl, rulesOf } from './controls.tsx';
import { manyMachineOf } from './many.ts';
import type { StepQuestionProps } from './StepQuestion.tsx';
import { bodyOf, emptyValues, fieldsOf, secretsOf, valuesOf, wordsOf } from './values.ts';
import { helpOf, usePageName } from './words.ts';

const StepQuestion = lazy(async () => ({ default: (await import('./StepQuestion.tsx')).StepQuestion }));
const Once = lazy(() => import('./Once.tsx'));
const ManyBar = lazy(() => import('./ManyBar.tsx'));
const ImportDialog = lazy(() => import('./import/ImportDialog.tsx'));

type AnyForm = Form<FormValues>;

/** What a page has beyond its declaration. `t` are the texts of the directory. */
export interface PageHooks<Row> {
  /** Cells that their kind does not draw as the page wants. */
  readonly cells?: { readonly [K in keyof Row]?: (row: Row, t: Text) => ReactNode };
  /** Columns beside those of the fields: of computed facts. */
  readonly columns?: (t: Text) => readonly ListColumn<Row, AnyAnswer>[];
  /** Panes of the record between its data and its history. */
  readonly tabs?: (t: Text) => readonly RecordTab[];
  /** Controls in place of those of their kinds; null: the form has none. */
  readonly fields?: Readonly<
    Record<string, (props: { form: AnyForm; record: RecordView | null; t: Text }) => ReactNode>
  >;
  /** Rules between fields, beside those of their kinds. */
  readonly rules?: Readonly<Record<string, (t: Text) => Rule<never, FormValues>>>;
  /** Questions in place of the usual one, by the event of the chart that they are before. */
  readonly actions?: Readonly<Record<string, ComponentType<StepQuestionProps>>>;
  /** Ways into other pages, beside the button that adds a record. */
  readonly acts?: (t: Text) => ReactNode;
}

const PERSONAL: ReadonlySet<Field['kind']> = new Set(['phone', 'pinfl']);

/** The calls of a directory as its pane sends them. */
function paneOf(directory: AnyDirectory) {
  const { spec, calls } = directory;
  const personal = Object.values(spec.fields).some((field) => PERSONAL.has(field.kind));
  type Answer = Promise<Told<WireRecord>>;
  const byVerb = new Map(Object.entries(directory.steps).map(([event, step]) => [verbOf(event), { event, step }]));
  const send = (call: Call, options: object): Answer => request(call, options as never) as Answer;
  const read = (call: Call, id: number) => useCall(call, { params: { id } } as never, FRESH) as never;
  return recordPane<WireRecord, FormValues>({
    form: `${personal ? 'personal' : 'record'}.${spec.name}`,
    empty: emptyValues(directory),
    fieldsOf: (row) => valuesOf(directory, row as unknown as AnyRow),
    factsOf: (row) => factsOf(directory, row as unknown as AnyRow),
    useShow: (id) => read(calls.show, id),
    useHistory: (id) => read(calls.history, id),
    readHistory: (id) => request(calls.history, { params: { id } } as never) as Promise<{ data: RecordLine[] }>,
    create: (values, options) => send(calls.create, { body: bodyOf(directory, values), ...options }),
    update: (id, values, options) =>
      send(calls.update, { params: { id }, body: bodyOf(directory, values), ...options }),
    step(verb, id, options, answers) {
      const { event, step } = byVerb.get(verb) as { event: string; step: Call };
      const asked = spec.chart?.steps[event]?.fields;
      const body = asked && { body: bodyOf({ spec: { fields: asked } }, answers ?? {}) };
      return send(step, { params: { id }, ...options, ...body });
    },
  });
}

export function directoryPage<N extends string, F extends Fields, E extends Fields>(
  declared: Directory<N, F, E> | AnyDirectory,
  hooks: PageHooks<DirectoryRow<Directory<N, F, E>>> = {},
): ComponentType {
  const directory = declared as unknown as AnyDirectory;
  const special = hooks as unknown as PageHooks<AnyRow>;
  const { spec, calls } = directory;
  const pane = paneOf(directory);
  const manyMachine = manyMachineOf(directory);
  const fields = fieldsOf(directory);

  return function DirectoryPage() {
    const own = useText(`directories/${spec.name}`);
    const t = useText('directory');
    const language = useLanguage();
    const title = usePageName();
    const lead = useLead();
    const mayAdd = useAllows(ruleFor(directory, 'add')) && !spec.fixed;
    const mayEdit = useAllows(ruleFor(directory, 'edit'));
    const mayReport = useAllows(ruleFor(directory, 'report'));
    const chartText = useText(spec.chart ? `machines/${spec.chart.machine}` : 'directory');
    const stateOf = (status: string | undefined) => chartText(`states.${status}.name`);
    const StateOf = ({ status = '', quiet }: { status?: string | undefined; quiet?: boolean }) => (
      <StateChip look={spec.chart?.states[status] as Look} {...(quiet && { quiet })}>
        {stateOf(status)}
      </StateChip>
    );
    const mayImport = (mayAdd || mayEdit) && takesFiles(directory);
    const [address, setAddress] = useAddress();
    const actor = useRecordPane(pane);
    useRowInAddress(actor, mayAdd);
    const place = useSelector(actor, ({ context }) => context.place);
    const openId = (id: number) => actor.send({ type: 'pane.open', place: { id } });
    const open = ({ id }: AnyRow) => openId(id);
    const many = useActorRef(manyMachine, { inspect });
    const isIdle = useSelector(many, (snapshot) => snapshot.matches('idle'));
    const failed = useSelector(many, ({ context }) => context.failed);

    const list = useList<ListCall>({
      name: `directory.${spec.name}`,
      call: calls.index as ListCall,
      sort: spec.order ?? spec.label,
      filters: filtersOf(directory, own, stateOf) as never,
      columns: columns() as never,
    }) as unknown as ReturnType<typeof useList> & { rows: readonly AnyRow[] };

    const choice = useChoice<AnyRow>(list as never);
    const nameOf = (row: AnyRow) => titleOf(directory, valuesOf(directory, row), language);

    /** A file that can be read back: its own columns, then those that are no fields. */
    async function takeOut(rows: readonly AnyRow[]): Promise<void> {
      const [{ saveFile }, { tonguesOf }] = await Promise.all([
        import('./sheet/write.ts'),
        import('./import/tongues.ts'),
      ]);
      const [tongue] = await tonguesOf(spec.name, language);
      const rest = list.columns.filter(({ key }) => spec.fields[key.split('.')[0] as string] === undefined);
      await saveFile(directory, tongue, title, rows, rest as never);
    }

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

    /** Asked by cells alone: the list is made of its columns. */
    function isTreeOrder(): boolean {
      return spec.tree !== undefined && (list.written('sort') ?? spec.label) === spec.label;
    }

    function columns(): ListColumn<AnyRow, AnyAnswer>[] {
      const shown = fields.filter(([, field]) => optionsOf(field).list !== false);
      // the field that names the record comes first
      shown.sort(([one], [other]) => Number(other === spec.label) - Number(one === spec.label));
      const ofFields = shown.map(([name, field], at): ListColumn<AnyRow, AnyAnswer> => {
        const column = columnOf(name, field, own, language);
        const cell = special.cells?.[name];
        if (at > 0) return cell ? { ...column, cell: (row) => cell(row, own) } : column;
        return {
          ...column,
          cell: (row) => (
            <button
              type="button"
              className="link"
              style={isTreeOrder() ? { paddingLeft: `${((row.level ?? 1) - 1) * 1.25}rem` } : undefined}
              onClick={() => open(row)}
            >
              {cell ? cell(row, own) : <Name>{String(column.value(row) ?? '—')}</Name>}
            </button>
          ),
          foot: ({ meta: { total } }) => total !== null && t('found', { count: total, figure: formatNumber(total) }),
        };
      });
      const state: ListColumn<AnyRow, AnyAnswer> = {
        key: 'state',
        title: t('status'),
        width: '7rem',
        drop: 'less',
        value: (row) => t(row.active ? 'active' : 'archived'),
        cell: (row) => (
          <StateChip look={row.active ? 'done' : 'off'} quiet>
            {t(row.active ? 'active' : 'archived')}
          </StateChip>
        ),
        ...(spec.chart && {
          width: '9rem',
          drop: undefined as never,
          value: ({ status }: AnyRow) => stateOf(status),
          cell: ({ status }: AnyRow) => <StateOf status={status} quiet />,
        }),
      };
      const beside = shown.flatMap(([name, field]) => columnsBeside(name, field, own, language));
      const rest = [...beside, ...(special.columns?.(own) ?? [])];
      // what may be done follows from the state of a chart: it stays in sight beside an open pane
      if (spec.chart) return [...ofFields.slice(0, 1), state, ...ofFields.slice(1), ...rest];
      return [...ofFields, ...rest, ...(spec.fixed ? [] : [state])];
    }

    return (
      <ListPage
        list={list}
        title={title}
        lead={lead}
        excel={mayReport}
        saves={takeOut as never}
        selected={place === null || place === 'new' ? null : place.id}
        onOpen={open as never}
        mark={(row) => (failed.some(({ id }) => id === (row as AnyRow).id) ? 'bad' : undefined)}
        choice={
          mayEdit
            ? ({
                ...choice,
                label: (row: AnyRow) => t('many.choose', { title: nameOf(row) }),
                pageLabel: t('many.choosePage'),
              } as never)
            : undefined
        }
        under={
          (choice.rows.length > 0 || !isIdle) && (
            <Suspense>
              <ManyBar
                directory={directory}
                actor={many}
                choice={choice}
                rows={list.rows}
                archived={list.written('status') === 'archived'}
                titleOf={nameOf}
                onOpen={openId}
                onExcel={mayReport ? (rows) => void takeOut(rows) : undefined}
                own={own}
              />
            </Suspense>
          )
        }
        words={{ nothing: t('nothing'), nothingText: t(mayAdd ? 'nothingText' : 'nothingToRead') }}
        acts={
          <>
            {mayImport && (
              <Button
                icon={<ImportIcon size={14} />}
                text={t('excelIn')}
                onClick={() => setAddress({ import: 'new' })}
                data-testid="list-import"
              />
            )}
            {special.acts?.(own)}
            {mayAdd && (
              <Button
                intent="primary"
                icon={<PlusIcon size={14} />}
                text={own('add')}
                onClick={() => actor.send({ type: 'pane.open', place: 'new' })}
                data-testid="record-add"
              />
            )}
          </>
        }
      >
        {mayImport && address.has('import') && (
          <Suspense>
            <ImportDialog
              directory={directory}
              own={own}
              title={title}
              id={numberIn(address, 'import')}
              onId={(id) => setAddress({ import: id ?? 'new' })}
              onClose={() => setAddress({ import: null })}
            />
          </Suspense>
        )}
        <RecordPane
          pane={pane}
          actor={actor}
          fixed={spec.fixed === true}
          {...(spec.chart && { chart: paneChart() })}
          words={recordWords(directory, own, t, language)}
          title={(values) => titleOf(directory, values, language)}
          rules={rules(own)}
          names={Object.fromEntries(fields.map(([name, field]) => [name, sentName(name, field)]))}
          unkept={secretsOf(spec.fields)}
          {...(special.tabs && { tabs: special.tabs(own) })}
          fields={(form, record) => (
            <div className="directory-fields">
              {fields.map(([name, field], at) => {
                const other = special.fields?.[name];
                if (other) return <div key={name}>{other({ form, record, t: own })}</div>;
                const frozen = (record?.facts.frozen as Readonly<Record<string, string>> | undefined)?.[name];
                const binding = form.field(name);
                return (
                  <FieldControl
                    key={name}
                    name={name}
                    field={field}
                    t={own}
                    of={spec.name}
                    isNew={record === null}
                    isFirst={at === 0}
                    binding={{ ...binding, disabled: binding.disabled || frozen !== undefined }}
                    help={frozen ?? helpOf(own, name)}
                  />
                );
              })}
            </div>
          )}
        />
      </ListPage>
    );
  };

  function rules(own: Text) {
    return Object.fromEntries(
      fields.map(([name, field]) => {
        const also = special.rules?.[name];
        return [name, [...rulesOf(field, own), ...(also ? [also(own)] : [])]];
      }),
    ) as never;
  }
}

/** What the pane shows beside the fields: computed facts, and what may not change any more. */
const factsOf = ({ spec }: AnyDirectory, row: AnyRow): FormValues =>
  Object.fromEntries(['frozen', ...Object.keys(spec.extra ?? {})].map((name) => [name, (row[name] ?? null) as Json]));

function titleOf({ spec }: AnyDirectory, values: FormValues, language: 'uz' | 'ru'): string {
  const value = values[spec.label];
  if (typeof value === 'object' && value !== null) {
    const { title, [language]: named } = value as Record<string, Json>;
    return String(title ?? named ?? '');
  }
  return String(value ?? '');
}

function recordWords(directory: AnyDirectory, own: Text, t: Text, language: 'uz' | 'ru'): RecordWords {
  const { fields, extra, chart, fixed } = directory.spec;
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
      ...Object.keys({ ...fields, ...extra }).map((name) => [name, own(`fields.${name}`)]),
      ...stepFields(directory).map(([verb, name]) => [name, own(`steps.${verb}.fields.${name}`)]),
    ]),
    value: (name, value) => {
      const field = fields[name] ?? ofStep(directory, name);
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
