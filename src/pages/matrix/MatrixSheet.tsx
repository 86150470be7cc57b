/** The grid of the matrix with its filters, its Excel, and what saves it. */
import { Button, HTMLSelect, InputGroup, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDownIcon, ExportIcon, HistoryIcon, ImportIcon, RedoIcon, SearchIcon, UndoIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { ResponseOf } from '../../../contract/call.ts';
import { type matrixGrid, matrixSave } from '../../../contract/matrixGrid.ts';
import { matches, searchKey } from '../../../contract/search.ts';
import { matrixItem } from '../../../contract/settings/matrixItem.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { useUnsaved } from '../../app/navigation.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { RevisionPane } from '../../setting/RevisionPane.tsx';
import { revisionPane } from '../../setting/revisions.ts';
import { SubjectPane } from '../../setting/SubjectPane.tsx';
import { DayInput } from '../../ui/dates/DayInput.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { DraftOffer } from '../../ui/form/drafts/DraftOffer.tsx';
import { Toolbar } from '../../ui/layout.tsx';
import { placeOf } from '../../ui/matrix/changes.ts';
import type { CellKind } from '../../ui/matrix/kinds.ts';
import { MatrixGrid } from '../../ui/matrix/MatrixGrid.tsx';
import { Name } from '../../ui/Name.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { useRecordPane } from '../../ui/record/useRecordPane.ts';
import { toastError, toastSuccess, toastWarning } from '../../ui/toasts.ts';
import { type CategoryGroup, type Cell, cellIn, groupsOf, isFaulty, MUST, NONE, textOf, turned } from './cells.ts';
import { useNarrow } from './useNarrow.ts';
import { useSavedMatrix } from './useSavedMatrix.ts';
import './matrixPage.css';

type Grid = ResponseOf<typeof matrixGrid>['data'];
type View = 'all' | 'must' | 'changed' | 'faults';
interface Theirs {
  cells: readonly { organization_id: number; category_id: number }[];
}

const PANE = revisionPane(matrixItem);
/** Names in one sentence. */
const MOST_NAMES = 5;

interface MatrixSheetProps {
  grid: Grid;
  day: string;
  onDay: (day: string) => void;
  title: string;
}

export function MatrixSheet({ grid, day, onDay, title }: MatrixSheetProps) {
  const t = useText('settings/matrixItem');
  const mayEdit = useAllows('matrix_category.edit');
  const mayReport = useAllows('matrix_category.report');
  const { matrix, draft, cellOf, bodies, seen } = useSavedMatrix(grid.cells, day);
  const [search, setSearch] = useState('');
  const [territory, setTerritory] = useState<number | null>(null);
  const [view, setView] = useState<View>('all');
  const [at, setAt] = useState<{ row: string; column: string } | null>(null);
  const [theirs, setTheirs] = useState<Theirs['cells']>([]);
  const [open, setOpen] = useState<{ row: string; column: string } | null>(null);
  const actor = useRecordPane(PANE);
  const writes = useSelector(actor, ({ context }) => context.place !== null);
  const file = useRef<HTMLInputElement>(null);
  const narrow = useNarrow();
  useUnsaved(matrix.changed.size > 0);

  const allGroups = groupsOf(grid.categories);
  const names = new Map<string, string>([
    ...grid.categories.map(({ id, name }) => [`c${id}`, name] as const),
    ...grid.shops.map(({ id, short_name }) => [`o${id}`, short_name] as const),
  ]);
  const nameOf = (row: string, column: string) => `${names.get(`c${row}`)}, ${names.get(`o${column}`)}`;
  const shops = grid.shops.filter((shop) => territory === null || shop.territory?.id === territory);
  const territories = new Map(grid.shops.flatMap(({ territory: one }) => (one ? [[one.id, one.name] as const] : [])));

  const cellAt = (category: number, shop: number): Cell => matrix.value(String(category), String(shop));
  const every = allGroups.flatMap(({ rows }) => rows);
  const inCells = (test: (cell: Cell) => boolean) =>
    every.reduce((count, { id }) => count + shops.filter((shop) => test(cellAt(id, shop.id))).length, 0);
  const faults = [...matrix.changed]
    .filter(([, cell]) => isFaulty(cell))
    .map(([key, cell]) => ({ ...placeOf(key), cell }));

  const views: Record<View, (category: number) => boolean> = {
    all: () => true,
    must: (category) => shops.some((shop) => cellAt(category, shop.id).stand === 'must'),
    changed: (category) => shops.some((shop) => matrix.isChanged(String(category), String(shop.id))),
    faults: (category) => faults.some(({ row }) => row === String(category)),
  };
  const groups: CategoryGroup[] = allGroups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(
        ({ id, name }) =>
          views[view](id) && (matches(searchKey(name), search) || matches(searchKey(group.name), search)),
      ),
    }))
    .filter(({ rows }) => rows.length > 0);

  const kind: CellKind<Cell> = {
    show: (cell) =>
      cell.stand === 'none' ? (
        <span className="muted">·</span>
      ) : (
        <span>
          {cell.stand === 'must' && <span className="matrix-must">{MUST}</span>} <b>{cell.min}</b>
          <span className="muted">–{cell.max ?? ''}</span>
        </span>
      ),
    text: textOf,
    read: cellIn,
    none: NONE,
    turn: turned,
    typed: true,
    fault: (cell) =>
      isFaulty(cell)
        ? t('grid.maxBelowMin', { min: formatNumber(cell.min), max: formatNumber(cell.max ?? 0) })
        : undefined,
  };

  const save = useCommand<ReturnType<typeof bodies>>(async (cells, key) => {
    const { message } = await orRefused<{ message: string }, Theirs>(
      () => request(matrixSave, { body: { valid_from: day, cells }, key }),
      ({ body }) => {
        const { current } = (body ?? {}) as { current?: Theirs };
        setTheirs(current?.cells ?? []);
        return current as Theirs;
      },
    );
    toastSuccess(message);
    setTheirs([]);
    draft.drop();
    matrix.clear();
  });

  const leftOut = (count: number) => toastWarning(t('grid.leftOut', { count, figure: formatNumber(count) }));

  async function takeOut(): Promise<void> {
    const { saveMatrix } = await import('./excel.ts');
    await saveMatrix(title, [t('fields.category'), t('fields.category')], allGroups, shops, cellAt);
  }

  async function takeIn(chosen: File): Promise<void> {
    try {
      const { readMatrix } = await import('./excel.ts');
      const found = await readMatrix(chosen, allGroups, grid.shops);
      const changes = found.cells.filter(
        ({ row, column, value }) => textOf(matrix.value(row, column)) !== textOf(value),
      );
      matrix.set(changes);
      if (found.unknown.length > 0) {
        const known = found.unknown.slice(0, MOST_NAMES).join(', ');
        toastWarning(t('grid.unknownIn', { names: found.unknown.length > MOST_NAMES ? `${known}, …` : known }));
      }
      if (found.leftOut > 0) leftOut(found.leftOut);
      toastSuccess(t('grid.readIn', { count: changes.length, figure: formatNumber(changes.length) }));
    } catch {
      toastError(t('grid.notRead'));
    }
  }

  const count = matrix.changed.size;
  const focused = at === null ? undefined : cellOf(at.row, at.column);
  const opened = open === null ? undefined : cellOf(open.row, open.column);
  const openedRow =
    open === null || opened === undefined
      ? undefined
      : {
          ...{ id: opened.id, in_force: opened, next: opened.next, planned: opened.next === null ? 0 : 1, drafts: 0 },
          organization: { id: opened.organization_id, title: names.get(`o${open.column}`) ?? '' },
          category: { id: opened.category_id, title: names.get(`c${open.row}`) ?? '' },
        };
  const said = () => {
    if (at === null) return null;
    const [cell, now] = [nameOf(at.row, at.column), textOf(matrix.value(at.row, at.column))];
    const words = matrix.isChanged(at.row, at.column)
      ? t('grid.was', { cell, before: textOf(focused ?? NONE), after: now })
      : t('grid.is', { cell, value: now });
    return focused?.next ? `${words}; ${t('grid.planned', { date: formatDate(focused.next) })}` : words;
  };

  return (
    <>
      <Toolbar
        label={title}
        acts={
          <>
            {mayEdit && (
              <>
                <Button
                  icon={<UndoIcon size={14} />}
                  aria-label={t('grid.undo')}
                  title={t('grid.undo')}
                  disabled={!matrix.mayUndo}
                  onClick={matrix.undo}
                />
                <Button
                  icon={<RedoIcon size={14} />}
                  aria-label={t('grid.redo')}
                  title={t('grid.redo')}
                  disabled={!matrix.mayRedo}
                  onClick={matrix.redo}
                />
              </>
            )}
            {(mayReport || mayEdit) && (
              <PopoverNext
                placement="bottom-end"
                content={
                  <Menu>
                    {mayReport && (
                      <MenuItem icon={<ExportIcon />} text={t('grid.excelOut')} onClick={() => void takeOut()} />
                    )}
                    {mayEdit && (
                      <MenuItem icon={<ImportIcon />} text={t('grid.excelIn')} onClick={() => file.current?.click()} />
                    )}
                  </Menu>
                }
              >
                <Button icon={<ExportIcon size={14} />} text={t('grid.excel')} endIcon={<CaretDownIcon size={14} />} />
              </PopoverNext>
            )}
          </>
        }
      >
        <InputGroup
          type="search"
          leftIcon={<SearchIcon size={14} />}
          placeholder={t('grid.search')}
          aria-label={t('grid.search')}
          value={search}
          onValueChange={setSearch}
        />
        {territories.size > 1 && (
          <HTMLSelect
            aria-label={t('fields.organization')}
            value={territory ?? ''}
            onChange={({ target }) => setTerritory(target.value === '' ? null : Number(target.value))}
          >
            <option value="">{t('grid.shops')}</option>
            {[...territories].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </HTMLSelect>
        )}
        <FilterChips<View>
          label={title}
          value={view}
          onChange={setView}
          items={[
            { key: 'all', title: t('grid.all'), count: inCells(({ stand }) => stand !== 'none') },
            { key: 'must', title: t('grid.must'), count: inCells(({ stand }) => stand === 'must') },
            ...(count > 0 || view === 'changed' ? [{ key: 'changed' as const, title: t('grid.changed'), count }] : []),
            ...(faults.length > 0 || view === 'faults'
              ? [{ key: 'faults' as const, title: t('grid.faults'), count: faults.length, look: 'bad' as const }]
              : []),
          ]}
        />
        <input
          ref={file}
          type="file"
          hidden
          accept=".xlsx,.csv"
          data-testid="matrix-file"
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            target.value = '';
            if (chosen) void takeIn(chosen);
          }}
        />
      </Toolbar>
      <DraftOffer draft={draft} />
      {save.refusal !== null && save.refusal.kind !== 'stale' && (
        <RefusalNotice refusal={save.refusal} onRetry={() => save.act(bodies())} onClose={save.dismiss} />
      )}
      {theirs.length > 0 && (
        <Notice
          tone="waiting"
          action={
            <Button
              size="small"
              text={t('grid.takeTheirs')}
              onClick={() => {
                const places = theirs.map((one) => [String(one.category_id), String(one.organization_id)] as const);
                matrix.set(places.map(([row, column]) => ({ row, column, value: cellOf(row, column) ?? NONE })));
                setTheirs([]);
                seen();
                save.dismiss();
              }}
            />
          }
        >
          {t('grid.theirs', {
            count: theirs.length,
            figure: formatNumber(theirs.length),
            cells: theirs
              .slice(0, MOST_NAMES)
              .map((one) => {
                const [row, column] = [String(one.category_id), String(one.organization_id)];
                return `${nameOf(row, column)} ${textOf(cellOf(row, column) ?? NONE)}`;
              })
              .join('; '),
          })}
        </Notice>
      )}
      <div className="sheet-body matrix-body">
        <MatrixGrid
          label={t('grid.label')}
          corner={
            <span>
              {t('grid.category')}
              <br />
              <span className="muted">{t('grid.unit')}</span>
            </span>
          }
          columns={shops.map(({ id, name, short_name, own }) => ({
            key: String(id),
            name,
            head: short_name,
            locked: own ? undefined : t('grid.locked'),
          }))}
          groups={groups.map(({ id, name, rows }) => ({
            key: String(id),
            title: name,
            rows: rows.map((row) => ({
              key: String(row.id),
              name: row.name,
              head: (
                <span className="cut" style={{ paddingLeft: `${row.depth}rem` }}>
                  <Name>{row.name}</Name>
                </span>
              ),
              sum: formatNumber(shops.reduce((sum, shop) => sum + cellAt(row.id, shop.id).min, 0)),
            })),
          }))}
          kind={kind}
          matrix={matrix}
          readOnly={!mayEdit}
          {...(narrow ? { headRem: 10 } : { sum: t('grid.sum') })}
          columnRem={7}
          onLeftOut={leftOut}
          onFocusCell={(row, column) => setAt({ row, column })}
        />
        {writes && openedRow !== undefined ? (
          <RevisionPane
            setting={matrixItem}
            pane={PANE}
            actor={actor}
            row={openedRow}
            branch={undefined}
            nameOf={() => (open === null ? '' : nameOf(open.row, open.column))}
          />
        ) : (
          openedRow !== undefined &&
          open !== null && (
            <SubjectPane
              setting={matrixItem}
              row={openedRow}
              title={nameOf(open.row, open.column)}
              onAdd={undefined}
              onOpen={({ id }) => actor.send({ type: 'pane.open', place: { id } })}
              onClose={() => setOpen(null)}
            />
          )
        )}
      </div>
      {faults[0] !== undefined && (
        <div className="matrix-line-under error-count" role="status">
          <b>{nameOf(faults[0].row, faults[0].column)}:</b>
          {t('grid.maxBelowMin', {
            min: formatNumber(faults[0].cell.min),
            max: formatNumber(faults[0].cell.max ?? 0),
          })}
          <button type="button" className="link" onClick={() => setView('faults')}>
            {t('grid.toCell')}
          </button>
        </div>
      )}
      <div className="action-bar">
        {mayEdit && (
          <>
            <Button
              intent="primary"
              disabled={count === 0 || faults.length > 0 || save.busy}
              loading={save.busy}
              text={count === 0 ? t('grid.saveNothing') : t('grid.save', { count, figure: formatNumber(count) })}
              onClick={() => {
                if (theirs.length > 0) {
                  seen();
                  setTheirs([]);
                }
                save.act(bodies());
              }}
              data-testid="matrix-save"
            />
            <Button
              text={t('grid.cancel')}
              disabled={count === 0 || save.busy}
              onClick={() => {
                draft.drop();
                matrix.clear();
                setTheirs([]);
                save.dismiss();
              }}
            />
          </>
        )}
        {faults.length > 0 && (
          <span className="error-count">
            {t('grid.faultsFound', { count: faults.length, figure: formatNumber(faults.length) })}
          </span>
        )}
        <span className="muted text-xs">
          {said() ??
            `${t('grid.size', { categories: formatNumber(every.length), shops: formatNumber(grid.shops.length) })}. ${t('grid.legend')}`}
        </span>
        {focused !== undefined && (
          <Button
            variant="minimal"
            size="small"
            icon={<HistoryIcon size={14} />}
            text={t('grid.history')}
            onClick={() => setOpen(at)}
          />
        )}
        <span className="rare row">
          <span className="muted text-xs">{t('grid.from')}</span>
          <span className="matrix-day" title={count > 0 ? t('grid.dayWaits') : undefined}>
            <DayInput
              late
              label={t('grid.from')}
              value={day}
              disabled={count > 0}
              onChange={(next) => next && onDay(next)}
            />
          </span>
        </span>
      </div>
    </>
  );
}
