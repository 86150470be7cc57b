/** Rules by positions: a tick gives a rule to everybody who works in the position, from their next request on. */
import { Button, InputGroup } from '@blueprintjs/core';
import { RedoIcon, SearchIcon, TickIcon, UndoIcon } from '@blueprintjs/icons';
import { useCallback, useMemo, useState } from 'react';
import {
  type PositionRulePreview,
  positionRuleMatrix,
  positionRulePreview,
  positionRuleUpdate,
  type RuleMatrix,
} from '../../../contract/rights.ts';
import { matches, searchKey } from '../../../contract/search.ts';
import { request } from '../../api/client.ts';
import { invalidate, useCall } from '../../api/queries.ts';
import { useUnsaved } from '../../app/navigation.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows, useUser } from '../../app/session.ts';
import { usePageName } from '../../directory/words.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Toolbar } from '../../ui/layout.tsx';
import { useLead } from '../../ui/list/lead.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { placeOf } from '../../ui/matrix/changes.ts';
import type { CellKind } from '../../ui/matrix/kinds.ts';
import { MatrixGrid } from '../../ui/matrix/MatrixGrid.tsx';
import { useMatrix } from '../../ui/matrix/useMatrix.ts';
import { Name } from '../../ui/Name.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { BeforeSaving } from './BeforeSaving.tsx';
import { Effect } from './Effect.tsx';
import { RightsOffer } from './RightsOffer.tsx';
import './rights.css';
import { type RightChange, useRightsDraft } from './useRightsDraft.ts';
import { useSending } from './useSending.ts';

const YES = new Set(['1', '+', '✓', 'ha', 'да', 'true', 'x']);
const NO = new Set(['', '0', '-', '—', 'yoʻq', 'нет', 'false']);

const TICK: CellKind<boolean> = {
  show: (value) => (value ? <TickIcon size={14} /> : <span className="faint">·</span>),
  text: (value) => (value ? '1' : '0'),
  read: (text) => (YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : undefined),
  none: false,
  turn: (value) => !value,
};

export default function PositionMatrix() {
  const t = useText('rights');
  const matrix = useCall(positionRuleMatrix, {}, { refetchOnWindowFocus: false });
  usePageTitle(usePageName());
  if (matrix.isPending) return <SkeletonRows rows={15} columns={[3, 1, 1, 1, 1, 1]} />;
  if (matrix.error !== null && matrix.data === undefined)
    return <Failed title={t('failed')} error={matrix.error} onRetry={() => void matrix.refetch()} />;
  return <Editor read={matrix.data.data} />;
}

interface Shown {
  readonly preview: PositionRulePreview;
}

function Editor({ read }: { read: RuleMatrix }) {
  const t = useText('rights');
  const lead = useLead();
  const { office } = useUser();
  const mayEdit = useAllows('position_rule.edit') && office;
  const [search, setSearch] = useState('');
  const [view, setView] = useState<'all' | 'changed'>('all');
  const [leftOut, setLeftOut] = useState(0);
  const [shown, setShown] = useState<Shown | null>(null);
  // the ticks stay; beneath them stands what the other person saved
  const { busy, failure, run } = useSending(() => {
    setShown(null);
    return invalidate(positionRuleMatrix);
  });
  const has = useMemo(
    () => new Map(read.positions.map(({ id, rules }) => [String(id), new Set(rules.map(String))])),
    [read],
  );
  const saved = useCallback((row: string, column: string) => has.get(column)?.has(row) ?? false, [has]);
  const matrix = useMatrix<boolean>(saved);
  const { changed, clear, set } = matrix;
  const changes = useMemo(() => {
    const positions = new Map(read.positions.map((position) => [String(position.id), position]));
    const titles = new Map(read.rules.map(({ id, title }) => [String(id), title]));
    return new Map(
      [...changed].flatMap(([key, next]): [string, RightChange][] => {
        const { row, column } = placeOf(key);
        const [position, value] = [positions.get(column), saved(row, column)];
        if (position === undefined || value === next) return [];
        return [
          [key, { title: `${position.title}: ${titles.get(row) ?? ''}`, value, next, version: position.version }],
        ];
      }),
    );
  }, [changed, read, saved]);
  const count = changes.size;
  const kept = useRightsDraft({
    place: mayEdit ? { form: 'positionRules', of: 'new' } : null,
    changes,
    savedOf(key) {
      const { row, column } = placeOf(key);
      const position = read.positions.find(({ id }) => String(id) === column);
      if (position === undefined || position.own || !read.rules.some(({ id }) => String(id) === row)) return undefined;
      return { value: saved(row, column), version: position.version };
    },
    onTake(taken) {
      clear();
      set(taken.map(([key, next]) => ({ ...placeOf(key), value: next === true })));
    },
  });
  useUnsaved(count > 0 && !busy);

  const columns = read.positions.map(({ id, title, own, people }) => ({
    key: String(id),
    name: title,
    head: (
      <>
        {title} <span className="faint">{formatNumber(people)}</span>
      </>
    ),
    ...(own && { locked: t('ownPosition') }),
  }));
  const groups = useMemo(() => {
    const changed = new Set([...matrix.changed.keys()].map((key) => placeOf(key).row));
    const rules = read.rules.filter(
      ({ id, title, resource, action }) =>
        (view === 'all' || changed.has(String(id))) &&
        matches(searchKey(`${title} ${resource}.${action}`), search.trim()),
    );
    return [...new Set(rules.map(({ area }) => area))].map((area) => ({
      key: area,
      title: t(`directories/rule:values.area.${area}`),
      rows: rules
        .filter((rule) => rule.area === area)
        .map(({ id, title, resource, action }) => ({
          key: String(id),
          name: title,
          head: (
            <>
              <Name>{title}</Name>
              <span className="rights-code">{`${resource}.${action}`}</span>
            </>
          ),
        })),
    }));
  }, [read, view, search, matrix.changed, t]);

  function bodyOf() {
    const positions = new Map<string, { add: number[]; remove: number[] }>();
    for (const [key, { next }] of changes) {
      const { row, column } = placeOf(key);
      const of = positions.get(column) ?? { add: [], remove: [] };
      (next ? of.add : of.remove).push(Number(row));
      positions.set(column, of);
    }
    return {
      positions: read.positions.flatMap(({ id, version }) => {
        const of = positions.get(String(id));
        return of === undefined ? [] : [{ id, version, ...of }];
      }),
    };
  }

  const look = () =>
    run(async () => {
      const { data } = await request(positionRulePreview, { body: bodyOf() });
      setShown({ preview: data });
    });
  const save = (reason: string) =>
    run(async () => {
      const { stuck } = shown?.preview ?? { stuck: { lines: [], seen: '' } };
      const more = { seen: stuck.seen, ...(reason !== '' && { reason }) };
      const { message } = await request(positionRuleUpdate, { body: { ...bodyOf(), ...more } });
      await invalidate(positionRuleMatrix);
      kept.end();
      setShown(null);
      toastSuccess(message);
    });

  if (shown !== null) {
    return (
      <BeforeSaving
        stuck={shown.preview.stuck}
        busy={busy}
        failure={failure}
        onBack={() => setShown(null)}
        onRecount={() => void look()}
        reason={kept.reason}
        onReason={kept.setReason}
        onSave={(reason) => void save(reason)}
      >
        <Effect preview={shown.preview} />
      </BeforeSaving>
    );
  }
  return (
    <>
      <Toolbar
        label={t('matrix')}
        acts={
          mayEdit && (
            <>
              <Button icon={<UndoIcon />} aria-label={t('undo')} disabled={!matrix.mayUndo} onClick={matrix.undo} />
              <Button icon={<RedoIcon />} aria-label={t('redo')} disabled={!matrix.mayRedo} onClick={matrix.redo} />
            </>
          )
        }
      >
        {lead}
        <InputGroup
          type="search"
          leftIcon={<SearchIcon />}
          placeholder={t('search')}
          aria-label={t('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <FilterChips
          label={t('view')}
          value={view}
          onChange={setView}
          items={[
            { key: 'all', title: t('all'), count: read.rules.length },
            { key: 'changed', title: t('changed'), count },
          ]}
        />
      </Toolbar>
      <RightsOffer {...kept} />
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      {leftOut > 0 && <Notice tone="waiting">{t('leftOut', { count: leftOut, figure: formatNumber(leftOut) })}</Notice>}
      <MatrixGrid
        label={t('matrix')}
        corner={t('rule')}
        columns={columns}
        groups={groups}
        kind={TICK}
        matrix={matrix}
        readOnly={!mayEdit}
        headRem={25}
        columnRem={7}
        onLeftOut={setLeftOut}
        onFocusCell={() => setLeftOut(0)}
      />
      {mayEdit && (
        <div className="action-bar">
          <Button
            intent="primary"
            text={t('look', { count, figure: formatNumber(count) })}
            disabled={count === 0}
            loading={busy}
            onClick={() => void look()}
            data-testid="look-rights"
          />
          <Button text={t('drop')} disabled={count === 0} onClick={kept.end} />
          <span className="muted">{t('holds')}</span>
        </div>
      )}
    </>
  );
}
