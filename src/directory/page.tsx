/**
 * The page of a declared directory: its list with the pane of one record beside it, all derived. What is special is a hook by name,
 * in `src/directories/<name>.tsx`.
 */
import { Button } from '@blueprintjs/core';
import { ImportIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { EVERY } from '../../contract/directory/chart.ts';
import { type AnyDirectory, type Directory, type DirectoryRow, ruleFor } from '../../contract/directory/directory.ts';
import { type Chosen, type Facts, type Fields, optionsOf } from '../../contract/directory/fields.ts';
import { takesFiles } from '../../contract/imports.ts';
import { sheetOfDirectory } from '../../contract/sheet.ts';
import { request } from '../api/client.ts';
import { useNews } from '../api/news.ts';
import { numberIn, useAddress } from '../app/address.ts';
import { useSeesAll } from '../app/seesAll.ts';
import { useAllows } from '../app/session.ts';
import { type Text, useLanguage, useText } from '../i18n/index.ts';
import type { ListColumn } from '../ui/list/columns.tsx';
import { countedByState, rowsFoot } from '../ui/list/foot.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';
import { useLead } from '../ui/list/lead.tsx';
import { useMany } from '../ui/list/many/many.ts';
import { NewButton } from '../ui/list/NewButton.tsx';
import { type ListCall, type Summed, useList } from '../ui/list/useList.ts';
import { Name } from '../ui/Name.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useRecordPane } from '../ui/record/useRecordPane.ts';
import { useRowInAddress } from '../ui/record/useRowInAddress.ts';
import { StateChip } from '../ui/StateChip.tsx';
import { type AnyAnswer, type AnyRow, columnOf, columnsBeside, filtersOf } from './columns.tsx';
import { manyMachineOf } from './many.ts';
import { directoryPane, type PaneHooks, titleOf, useStates } from './pane.tsx';
import { fieldsOf, valuesOf } from './values.ts';
import { usePageName } from './words.ts';

const ManyBar = lazy(() => import('./ManyBar.tsx'));
const ImportDialog = lazy(() => import('./import/ImportDialog.tsx'));

/** What a page has beyond its declaration. `t` are the texts of the directory. */
export interface PageHooks<Row> extends PaneHooks {
  /** Cells that their kind does not draw as the page wants. */
  readonly cells?: { readonly [K in keyof Row]?: (row: Row, t: Text) => ReactNode };
  /** Columns of fields that give way first where there is no room for all. */
  readonly giveWay?: { readonly [K in keyof Row]?: 'least' | 'less' };
  /** Columns beside those of the fields: of computed facts. */
  readonly columns?: (t: Text) => readonly ListColumn<Row, AnyAnswer>[];
  /** Marks a row of the list. */
  readonly mark?: (row: Row) => 'bad' | undefined;
  /** The page of a new record, where that has one of its own: the button leads there. */
  readonly addPath?: string;
  /** Words over the list: that nothing uses its records yet. */
  readonly notice?: (t: Text) => string;
  /** Ways into other pages, beside the button that adds a record. */
  readonly acts?: (t: Text) => ReactNode;
}

const unheard = () => {};

export function directoryPage<N extends string, F extends Fields, E extends Facts>(
  declared: Directory<N, F, E> | AnyDirectory,
  hooks: PageHooks<DirectoryRow<Directory<N, F, E>>> = {},
): ComponentType {
  const directory = declared as unknown as AnyDirectory;
  const special = hooks as unknown as PageHooks<AnyRow>;
  const { spec, calls } = directory;
  const { machine, Pane } = directoryPane(directory, special);
  const manyMachine = manyMachineOf(directory);
  const fields = fieldsOf(directory);
  const sheet = sheetOfDirectory(directory);

  return function DirectoryPage() {
    const own = useText(`directories/${spec.name}`);
    const t = useText('directory');
    const tk = useText('kit');
    const language = useLanguage();
    const title = usePageName();
    const [, navigate] = useLocation();
    const lead = useLead();
    const mayAdd = useAllows(ruleFor(directory, 'add')) && !spec.fixed;
    // requests and documents are not chosen elsewhere
    const nothingText = spec.chart?.owned || spec.document ? 'nothingTextWritten' : 'nothingText';
    const mayEdit = useAllows(ruleFor(directory, 'edit'));
    const mayReport = useAllows(ruleFor(directory, 'report'));
    const { wordsOfState: stateOf, Chip: StateOf } = useStates(directory);
    const seesAll = useSeesAll(spec.rule);
    const mayImport = (mayAdd || mayEdit) && takesFiles(directory);
    const [address, setAddress] = useAddress();
    const actor = useRecordPane({ machine });
    useRowInAddress(actor, mayAdd && special.addPath === undefined);
    const place = useSelector(actor, ({ context }) => context.place);
    // a document has a window of its own, from which one goes back to the list
    const openId = (id: number) =>
      spec.document ? setAddress({ row: id }, { push: true }) : actor.send({ type: 'pane.open', place: { id } });
    const open = ({ id }: AnyRow) => openId(id);

    const shownColumns = columns();
    const list = useList<ListCall>({
      name: `directory.${spec.name}`,
      call: calls.index as ListCall,
      sort: spec.order ?? spec.label,
      filters: filtersOf(directory, own, stateOf, seesAll, { find, open: openId }) as never,
      columns: shownColumns as never,
      ...(shownColumns.some(({ kind, foot }) => kind === 'sum' && foot) && { summed: summed() as never }),
    }) as unknown as ReturnType<typeof useList> & { rows: readonly AnyRow[] };
    // what others decide about requests and documents is seen at once
    useNews(spec.chart ? list.retry : unheard);

    const nameOf = (row: AnyRow) => titleOf(directory, valuesOf(directory, row), language);
    const many = useMany<AnyRow, AnyAnswer>(manyMachine, list as never, calls.index, nameOf);

    /** A file that can be read back: its own columns, then those that are no fields. */
    async function takeOut(rows: readonly AnyRow[]): Promise<void> {
      const [{ saveFile }, { recordRow }, { tonguesOf }] = await Promise.all([
        import('./sheet/write.ts'),
        import('./sheet/values.ts'),
        import('./import/tongues.ts'),
      ]);
      const [tongue] = await tonguesOf(sheet, language);
      const rest = list.columns.filter(({ key }) => spec.fields[key.split('.')[0] as string] === undefined);
      await saveFile(sheet, tongue, title, rows.map(recordRow), rest as never);
    }

    /** By a number of a person, within the part of the list that is shown. */
    async function find(number: string): Promise<readonly Chosen[]> {
      const status = list.written('status');
      const body = { number: number.trim(), ...(status !== null && { status }) };
      return ((await request(calls.find, { body } as never)) as { data: Chosen[] }).data;
    }

    /** What the totals of its columns leave out, of the part of the records that the list shows. */
    function summed(): Summed<AnyRow, AnyAnswer> {
      const { uncounted = [], over = [] } = spec.chart ?? {};
      const part = address.get('status');
      return countedByState({
        t: tk,
        uncounted: part === null ? uncounted.filter((state) => !over.includes(state)) : uncounted,
        only: part === EVERY ? null : part,
        name: stateOf,
      });
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
        const isComputed = spec.sorts?.includes(name) === true;
        const drop = special.giveWay?.[name];
        const column = {
          ...columnOf(name, field, own, language),
          ...(isComputed && { sort: true as const }),
          ...(drop && { drop }),
        };
        const cell = special.cells?.[name];
        if (at > 0 || spec.document) return cell ? { ...column, cell: (row) => cell(row, own) } : column;
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
          foot: rowsFoot,
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
          drop: special.giveWay?.status as never,
          value: ({ status }: AnyRow) => stateOf(status),
          cell: ({ status }: AnyRow) => <StateOf status={status} quiet />,
        }),
      };
      const author: ListColumn<AnyRow, AnyAnswer> = {
        key: 'author',
        title: t('author'),
        width: '11rem',
        cut: true,
        drop: 'least',
        value: (row) => row.author?.fullname ?? null,
      };
      const beside = shown.flatMap(([name, field]) => columnsBeside(name, field, own, language));
      const rest = [...beside, ...(special.columns?.(own) ?? [])];
      // what may be done follows from the state of a chart: it stays in sight beside an open pane
      if (spec.chart?.owned || spec.document) rest.push(author);
      if (spec.document) return [number(), state, ...ofFields, ...branchBeside(), ...rest];
      if (spec.chart) return [...ofFields.slice(0, 1), state, ...ofFields.slice(1), ...rest];
      return [...ofFields, ...rest, ...(spec.fixed ? [] : [state])];
    }

    /** Of a document: what it is opened by. */
    function number(): ListColumn<AnyRow, AnyAnswer> {
      return {
        key: 'number',
        title: t('number'),
        width: '8.5rem',
        sort: 'created_at',
        value: (row) => row.number ?? `#${row.id}`,
        cell: (row) => (
          <button type="button" className="link code" onClick={() => open(row)}>
            {row.number ?? `#${row.id}`}
          </button>
        ),
        foot: rowsFoot,
      };
    }

    /** The branch of a document whose form does not choose it. */
    function branchBeside(): ListColumn<AnyRow, AnyAnswer>[] {
      if ('organization' in spec.fields) return [];
      return [
        {
          key: 'organization',
          title: t('branch'),
          width: '11rem',
          cut: true,
          drop: 'less',
          value: (row) => row.organization?.title ?? null,
        },
      ];
    }

    return (
      <>
        {special.notice && <Notice tone="info">{special.notice(own)}</Notice>}
        <ListPage
          list={list}
          title={title}
          lead={lead}
          excel={mayReport}
          saves={takeOut as never}
          selected={place === null || place === 'new' ? null : place.id}
          onOpen={open as never}
          mark={(row) => (many.isFailed(row as AnyRow) ? 'bad' : special.mark?.(row as AnyRow))}
          choice={mayEdit && !spec.document ? (many.choice as never) : undefined}
          under={
            many.shown && (
              <Suspense>
                <ManyBar
                  directory={directory}
                  actor={many.actor}
                  choice={many.choice}
                  all={many.all}
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
          words={{ nothing: t('nothing'), nothingText: t(mayAdd ? nothingText : 'nothingToRead') }}
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
                <NewButton
                  text={own('add')}
                  onClick={() =>
                    special.addPath === undefined
                      ? actor.send({ type: 'pane.open', place: 'new' })
                      : navigate(special.addPath)
                  }
                  testId="record-add"
                />
              )}
            </>
          }
        >
          {mayImport && address.has('import') && (
            <Suspense>
              <ImportDialog
                sheet={sheet}
                own={own}
                nameOf={(field) => own(`fields.${field}`)}
                title={title}
                id={numberIn(address, 'import')}
                onId={(id) => setAddress({ import: id ?? 'new' })}
                onClose={() => setAddress({ import: null })}
              />
            </Suspense>
          )}
          <Pane actor={actor} />
        </ListPage>
      </>
    );
  };
}
