/** The page of a declared dated setting: its subjects with what holds now, their revisions, a form with the first day. */
import { Button } from '@blueprintjs/core';
import { ImportIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { type Chosen, type Field, optionsOf, sentName } from '../../contract/directory/fields.ts';
import { matches, searchKey } from '../../contract/search.ts';
import { type AnySetting, addRule, listScopeOf, reportRule, scopeOf } from '../../contract/setting/setting.ts';
import { settingTakesFiles, sheetOfSetting, VALID_FROM } from '../../contract/sheet.ts';
import { useCall } from '../api/queries.ts';
import { numberIn, useAddress } from '../app/address.ts';
import { useAllows, useUser } from '../app/session.ts';
import { columnOf, filterOf } from '../directory/columns.tsx';
import { usePageName } from '../directory/words.ts';
import { formatDate, formatMonth } from '../format/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { organizations } from '../ui/form/choices.ts';
import type { ListColumn } from '../ui/list/columns.tsx';
import type { DeclaredFilter } from '../ui/list/filters.tsx';
import { countWords } from '../ui/list/foot.tsx';
import { ListPage } from '../ui/list/ListPage.tsx';
import { useLead } from '../ui/list/lead.tsx';
import { NewButton } from '../ui/list/NewButton.tsx';
import { useGone } from '../ui/list/useFitting.ts';
import { useRows } from '../ui/list/useList.ts';
import { Name, TwoLines } from '../ui/Name.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useRecordPane } from '../ui/record/useRecordPane.ts';
import { useRowInAddress } from '../ui/record/useRowInAddress.ts';
import { RevisionPane } from './RevisionPane.tsx';
import { inWords, lineOf, revisionPane, type SpecialSetting, type SubjectRow } from './revisions.ts';
import { SubjectPane } from './SubjectPane.tsx';

const ImportDialog = lazy(() => import('../directory/import/ImportDialog.tsx'));

type Column = ListColumn<SubjectRow, readonly SubjectRow[]>;
type Filter = DeclaredFilter<readonly SubjectRow[], string>;

/** Rows that have something of a kind, by the key of the address. */
const STATES = { planned: 'withPlan', drafts: 'withDraft' } as const;

export function settingPage(setting: AnySetting, special: SpecialSetting = {}): ComponentType {
  const { spec, calls } = setting;
  const pane = revisionPane(setting);
  const subject: [string, Field][] = Object.entries(spec.subject);
  const ofFirm = subject.length === 0;
  const scope = scopeOf(spec);
  const listScope = listScopeOf(spec);
  /** In a list of one branch that is the same in every row. */
  const { [listScope ?? '']: _, ...named } = spec.subject;
  const tree = spec.inherits;
  const sheet = settingTakesFiles(setting) ? sheetOfSetting(setting) : undefined;

  /** Of what the row is, with what has no column of its own where there is no room. */
  function SubjectName({ row }: { row: SubjectRow }) {
    const own = useText(`settings/${spec.name}`);
    const language = useLanguage();
    const gone = useGone();
    const [first, ...others] = Object.entries<Field>(named);
    if (first === undefined) return null;
    const rest = others.filter(([name]) => gone.has(name));
    const words = inWords(...first, row[first[0]], own, language);
    return rest.length === 0 ? (
      <Name>{words}</Name>
    ) : (
      <TwoLines
        first={words}
        second={<span className="whole-words">{lineOf(Object.fromEntries(rest), row, own, language)}</span>}
      />
    );
  }

  return function SettingPage() {
    const own = useText(`settings/${spec.name}`);
    const t = useText('setting');
    const td = useText('directory');
    const language = useLanguage();
    const title = usePageName();
    const lead = useLead();
    const [params, setAddress] = useAddress();
    const mayEdit = useAllows(`${spec.rule}.edit`);
    const mayAdd = useAllows(addRule(spec));
    const mayReport = useAllows(reportRule(spec));
    const mayImport = mayEdit && sheet !== undefined;
    const { office, organization_id, organization } = useUser();
    const actor = useRecordPane(pane);
    useRowInAddress(actor, mayEdit || mayAdd, 'revision');
    const writes = useSelector(actor, ({ context }) => context.place !== null);
    const asked = listScope === undefined ? null : numberIn(params, 'organization_id');
    const read = useCall(calls.index, (asked === null ? {} : { query: { organization_id: asked } }) as never);
    const { data: rows, branch } = (read.data ?? {}) as { data?: SubjectRow[]; branch?: Chosen };
    const open = numberIn(params, 'row');
    const opened = rows?.find(({ id }) => id === open);
    // `allshow` is for reading: who is no office person writes for the own branch
    const isOwn = (of: Chosen | undefined) => scope === undefined || office || of?.id === organization_id;
    const ownBranch = scope === undefined || office ? undefined : { id: organization_id, title: organization };
    // in a tree every record has its row: a first one is written from its pane
    const addsHere = tree === undefined && mayAdd && isOwn(listScope === undefined ? ownBranch : branch);

    const move = ({ id }: SubjectRow) => {
      actor.send({ type: 'pane.close' });
      // something typed is asked about first
      if (actor.getSnapshot().matches('closed')) setAddress({ row: id }, { push: true });
    };
    const nameOf = (row: Readonly<Record<string, unknown>>) => (ofFirm ? title : lineOf(named, row, own, language));

    const list = useRows<SubjectRow>({
      name: `setting.${spec.name}`,
      rows,
      error: read.error,
      retry: () => void read.refetch(),
      filters: filters(),
      test(row, key, written) {
        if (key === 'search') return matches(searchKey(nameOf(row)), written);
        if (key === 'status') return isIn(row, written);
        const value = subject.find(([name, field]) => sentName(name, field) === key);
        if (value === undefined || value[0] === listScope) return true;
        const [name, field] = value;
        return String(field.kind === 'ref' ? (row[name] as Chosen | null)?.id : row[name]) === written;
      },
      columns: columns(),
    });

    /** A file that can be read back: its own columns, then those that are only shown. */
    async function takeOut(shown: readonly SubjectRow[]): Promise<void> {
      if (sheet === undefined) return;
      const [{ saveFile }, { tonguesOf }, { sheetRows }] = await Promise.all([
        import('../directory/sheet/write.ts'),
        import('../directory/import/tongues.ts'),
        import('./sheet.ts'),
      ]);
      const [tongue] = await tonguesOf(sheet, language);
      const rest = list.columns.filter(({ key }) => sheet.fields[key] === undefined && key !== 'from');
      await saveFile(sheet, tongue, title, sheetRows(setting, shown, rows ?? shown, branch), rest as never);
    }

    /** The filter of a field of the subject; rows come without a page around them. */
    function filterIn(name: string, field: Field) {
      const filter = filterOf(name, field, own);
      const titleOf = (all: readonly SubjectRow[], id: number) =>
        all.map((row) => row[name] as Chosen | null).find((chosen) => chosen?.id === id)?.title;
      return filter?.kind === 'remote' ? { ...filter, named: titleOf } : filter;
    }

    /** What holds in a record of the tree is of itself. */
    function isOwnOf(row: SubjectRow): boolean {
      return (row.in_force?.[tree ?? ''] as Chosen | undefined)?.id === row.id;
    }
    function isIn(row: SubjectRow, state: string): boolean {
      return state === 'own' ? isOwnOf(row) : Number(row[state]) > 0;
    }

    function filters(): Filter[] {
      if (ofFirm) return [];
      const named: Readonly<Record<string, string>> = { ...(tree !== undefined && { own: 'withOwn' }), ...STATES };
      const states = {
        kind: 'chips' as const,
        key: 'status',
        label: t('state'),
        options: Object.keys(named),
        items: (all: readonly SubjectRow[] | undefined) => [
          { key: 'all', title: t('all'), ...(all && { count: all.length }) },
          ...Object.entries(named).map(([key, name]) => ({
            key,
            title: t(name),
            ...(all && { count: all.filter((row) => isIn(row, key)).length }),
          })),
        ],
      };
      const ofBranch: Filter[] =
        listScope === undefined
          ? []
          : [
              {
                kind: 'remote',
                key: 'organization_id',
                label: own(`fields.${listScope}`),
                empty: branch?.title ?? own(`none.${listScope}`, { defaultValue: '…' }),
                named: (_, id) => (id === branch?.id ? branch.title : undefined),
                of: organizations,
              },
            ];
      const ofFields = subject.flatMap(([name, field]) => (optionsOf(field).filter ? [filterIn(name, field)] : []));
      return [
        states,
        { kind: 'search', key: 'search', label: t('search') },
        ...ofBranch,
        ...(ofFields as unknown as Filter[]),
      ];
    }

    /** Which record of the tree the figures are of. */
    function sourceColumn(field: string): Column {
      return {
        key: 'source',
        title: t('source'),
        side: true,
        drop: 'less',
        width: '11rem',
        value(row) {
          return isOwnOf(row) ? t('ownFigures') : (row.in_force?.[field] as Chosen | undefined)?.title;
        },
      };
    }

    function columns(): Column[] {
      const columnFor = ([name, field]: [string, Field]) => columnOf(name, field, own, language) as unknown as Column;
      const extraColumn = ([name, field]: [string, Field]): Column => {
        const cell = special.cells?.[name];
        return { ...columnFor([name, field]), ...(cell && { cell: (row: SubjectRow) => cell(row, own) }) };
      };
      const ofSubject = ofFirm
        ? [{ key: 'subject', title: t('subject'), width: '12rem', value: () => t('wholeFirm') }]
        : Object.entries<Field>(named).map(columnFor);
      const [first, ...others] = ofSubject as [Column, ...Column[]];
      const listed = Object.entries<Field>(spec.fields).filter(([, field]) => optionsOf(field).list !== false);
      const figures = listed.map((entry): Column => {
        const column = columnFor(entry);
        const ofRow = (row: SubjectRow) => ({ ...row, ...row.in_force, id: row.id });
        const [name, field] = entry;
        // an end that is open has a word of its own: a dash is for what does not hold
        const cell =
          name === spec.band?.to
            ? (row: SubjectRow) => inWords(name, field, row[name], own, language)
            : (column.cell as ((row: SubjectRow) => ReactNode) | undefined);
        return {
          ...column,
          value: (row) => (row.in_force === null ? null : column.value(ofRow(row))),
          // nothing holds now: nothing to draw
          ...(cell && { cell: (row: SubjectRow) => (row.in_force === null ? '—' : cell(ofRow(row))) }),
        };
      });
      return [
        {
          ...first,
          // what a row is called stands on the left, a number too
          align: 'start',
          cut: true,
          cell: (row) => (
            <button
              type="button"
              className="link"
              style={row.depth === undefined ? undefined : { paddingLeft: `${row.depth * 1.25}rem` }}
              onClick={() => move(row)}
            >
              {ofFirm ? <Name>{t('wholeFirm')}</Name> : <SubjectName row={row} />}
            </button>
          ),
          foot(shown) {
            const { length } = shown;
            const figure = formatNumber(length);
            const all = rows?.length ?? length;
            return all > length ? t('foundOf', { figure, all: formatNumber(all) }) : countWords(length);
          },
        },
        // without room their words stand in the first cell, and the figures stay
        ...others.map((column): Column => ({ ...column, drop: 'less' })),
        ...figures,
        ...(special.columns?.(own) ?? []),
        ...Object.entries<Field>(spec.extra ?? {}).map(extraColumn),
        ...(tree === undefined ? [] : [sourceColumn(tree)]),
        spec.starts === 'month'
          ? {
              key: 'from',
              title: t('fromMonth'),
              width: '8rem',
              side: true,
              value: ({ in_force }) => in_force && formatMonth(in_force.valid_from, language),
            }
          : { key: 'from', title: t('from'), kind: 'date', side: true, value: ({ in_force }) => in_force?.valid_from },
        {
          key: 'next',
          title: t('planned'),
          width: '11rem',
          drop: 'least',
          value: ({ next, drafts }) =>
            [
              next !== null && t('plannedFrom', { date: formatDate(next) }),
              drafts > 0 && t('drafts', { count: drafts, figure: formatNumber(drafts) }),
            ]
              .filter(Boolean)
              .join(', '),
        },
      ];
    }

    const add = () => actor.send({ type: 'pane.open', place: 'new' });
    const notUsed = own('notUsed', { defaultValue: '' });
    return (
      <>
        {notUsed !== '' && <Notice tone="info">{notUsed}</Notice>}
        <ListPage
          list={list}
          title={title}
          lead={lead}
          excel={mayReport}
          {...(sheet && { saves: takeOut })}
          words={{ nothing: t('nothing'), nothingText: t(addsHere ? 'nothingText' : 'nothingToRead') }}
          selected={open}
          onOpen={move}
          {...(open !== null && { onMove: move })}
          acts={
            <>
              {mayImport && (
                <Button
                  icon={<ImportIcon size={14} />}
                  text={td('excelIn')}
                  onClick={() => setAddress({ import: 'new' })}
                  data-testid="list-import"
                />
              )}
              {/* of the firm there is one: its next value is written from its pane */}
              {addsHere && !(ofFirm && rows?.length) && (
                <NewButton
                  text={t('add')}
                  onClick={() => {
                    setAddress({ row: null });
                    add();
                  }}
                  testId="record-add"
                />
              )}
            </>
          }
        >
          {mayImport && params.has('import') && (
            <Suspense>
              <ImportDialog
                sheet={sheet}
                own={own}
                nameOf={(field) => (field === VALID_FROM ? t('from') : own(`fields.${field}`))}
                title={title}
                id={numberIn(params, 'import')}
                onId={(id) => setAddress({ import: id ?? 'new' })}
                onClose={() => setAddress({ import: null })}
              />
            </Suspense>
          )}
          {writes && rows !== undefined ? (
            <RevisionPane
              setting={setting}
              special={special}
              pane={pane}
              actor={actor}
              row={opened}
              branch={branch ?? ownBranch}
              nameOf={nameOf}
            />
          ) : (
            opened && (
              <SubjectPane
                setting={setting}
                special={special}
                row={opened}
                title={nameOf(opened)}
                onAdd={mayEdit && isOwn((opened[scope ?? ''] ?? branch) as Chosen | undefined) ? add : undefined}
                onOpen={({ id }) => actor.send({ type: 'pane.open', place: { id } })}
                onClose={() => setAddress({ row: null }, { push: true })}
              />
            )
          )}
        </ListPage>
      </>
    );
  };
}
