/** Rules of a person as a tree: areas, resources, rules; a head says how many of its rules are held, and where they come from. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { ORIGINS, type PersonalRule } from '../../../contract/rights.ts';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Name } from '../../ui/Name.tsx';
import { arrowOn, linesOf, type TreeLine } from '../../ui/tree/branches.ts';
import { FoldHead } from '../../ui/tree/FoldHead.tsx';

export type Own = 'added' | 'taken' | 'none';
/** What will be of a rule once it is saved. */
export interface Change {
  readonly own: Own;
  readonly until: string | null;
}

type Line = TreeLine<PersonalRule>;

// texts: keys tree.*
const KEYS: KeyGroup = {
  space: 'keys',
  title: 'tree.title',
  rows: [
    ['tree.open', '→'],
    ['tree.fold', '←'],
  ],
};

interface RulesTreeProps {
  rules: readonly PersonalRule[];
  /** What narrows them: then the tree begins open. */
  narrowed: string | null;
  selected: PersonalRule | undefined;
  onOpen: (rule: number) => void;
  changes: ReadonlyMap<number, Change>;
  originWords: (rule: PersonalRule) => string;
  beside: { name: string; rules: ReadonlyMap<number, PersonalRule> } | null;
}

const BY = [({ area }: PersonalRule) => area, ({ resource }: PersonalRule) => resource];
const keyOf = ({ id }: PersonalRule) => String(id);

export function RulesTree({ rules, narrowed, selected, onOpen, changes, originWords, beside }: RulesTreeProps) {
  const t = useText('rights');
  const ofRules = useText('directories/rule');
  useKeys(KEYS);
  const scroller = useRef<HTMLDivElement>(null);
  // the heads whose rows of a sent link are shown stay open
  const [turned, setTurned] = useState<ReadonlySet<string>>(
    () => new Set(selected === undefined ? [] : headsOf(selected).map((key) => turnOf(key, null))),
  );
  const isOpen = (key: string) => turned.has(turnOf(key, narrowed)) !== (narrowed !== null);
  const lines = linesOf(rules, BY, keyOf, isOpen);
  const fold = (key: string) =>
    setTurned((now) => {
      const next = new Set(now);
      if (!next.delete(turnOf(key, narrowed))) next.add(turnOf(key, narrowed));
      return next;
    });

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { key, target } = event;
    if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = [...(scroller.current?.querySelectorAll('tbody > tr') ?? [])];
    const act = arrowOn(lines, rows.indexOf(target as Element), key);
    if (act === null) return;
    event.preventDefault();
    if ('fold' in act) fold(act.fold);
    else (rows[act.move] as HTMLElement | undefined)?.focus();
  }

  function titleOf({ level, rows: [first, ...others] }: Extract<Line, { kind: 'head' }>) {
    if (first === undefined) return null;
    if (level === 0) return ofRules(`values.area.${first.area}`);
    // titles of one resource begin alike: "Acts: see", "Acts: add"
    const [words = ''] = first.title.split(': ', 1);
    const isShared = others.every(({ title }) => title.startsWith(`${words}: `)) && words !== first.title;
    return (
      <>
        {isShared && <span className="rights-resource">{words}</span>}
        <span className="rights-code">{first.resource}</span>
      </>
    );
  }
  /** How many of each origin, and how many with a last day. */
  function originsOf(below: readonly PersonalRule[]): string {
    const counts = ORIGINS.filter((origin) => origin !== 'none').flatMap((one) => {
      const count = below.filter(({ origin }) => origin === one).length;
      return count === 0 ? [] : [`${t(`origins.${one}`)} ${formatNumber(count)}`];
    });
    const ending = below.filter(({ until, over }) => until !== null && !over).length;
    if (ending > 0) counts.push(`${t('views.until')} ${formatNumber(ending)}`);
    return counts.join(' · ');
  }
  const changedIn = (below: readonly PersonalRule[]) => below.filter(({ id }) => changes.has(id)).length;
  const ofRule = (cell: (rule: PersonalRule) => React.ReactNode) => (line: Line) =>
    line.kind === 'row' ? cell(line.row) : null;

  const columns: Column<Line>[] = [
    {
      key: 'rule',
      title: t('rule'),
      cut: true,
      cell: (line) => (
        <span className="rights-line" style={{ paddingLeft: `${line.level * 1.25}rem` }}>
          {line.kind === 'row' ? (
            <>
              <Name>{line.row.title}</Name>
              <span className="rights-code">{line.row.action}</span>
            </>
          ) : (
            <button
              type="button"
              className="rights-head"
              aria-expanded={isOpen(line.key)}
              tabIndex={-1}
              onClick={() => fold(line.key)}
            >
              <FoldHead folded={!isOpen(line.key)} title={titleOf(line)} count={line.rows.length} />
            </button>
          )}
        </span>
      ),
    },
    {
      key: 'holds',
      title: t('result'),
      cell: (line) =>
        line.kind === 'row' ? (
          line.row.holds ? (
            t('may')
          ) : (
            <span className="faint">{t('no')}</span>
          )
        ) : (
          t('mayOf', {
            held: formatNumber(line.rows.filter(({ holds }) => holds).length),
            all: formatNumber(line.rows.length),
          })
        ),
    },
    ...(beside === null
      ? []
      : [
          {
            key: 'other',
            title: beside.name,
            cell: ofRule(({ id }) => (beside.rules.get(id)?.holds ? t('may') : t('no'))),
          },
        ]),
    {
      key: 'origin',
      title: t('origin'),
      cell: (line) => {
        if (line.kind === 'row') {
          const changed = changes.get(line.row.id);
          const words = changed === undefined ? originWords(line.row) : <b>{t(`will.${changed.own}`)}</b>;
          return <span className="rights-origin">{words}</span>;
        }
        const count = changedIn(line.rows);
        return (
          <span className="rights-origin">
            <span className="muted">{originsOf(line.rows)}</span>
            {count > 0 && <b> {t('changedCount', { figure: formatNumber(count) })}</b>}
          </span>
        );
      },
    },
    {
      key: 'until',
      title: t('until'),
      drop: 'less',
      cell: ofRule((rule) => {
        const { until } = changes.get(rule.id) ?? rule;
        return until === null ? '' : formatDate(until);
      }),
    },
    { key: 'by', title: t('by'), side: true, drop: 'least', cell: ofRule(({ by }) => by?.fullname ?? '') },
  ];
  return (
    // the rows have the focus, and their table the other keys
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows of the rows inside
    <div className="rights-tree" onKeyDown={onKeyDown}>
      <DataTable
        ref={scroller}
        label={t('rules')}
        rows={lines}
        rowKey={({ key }) => key}
        selected={selected && keyOf(selected)}
        onOpen={(line) => (line.kind === 'row' ? onOpen(line.row.id) : fold(line.key))}
        columns={columns}
      >
        <Empty kind="notFound" title={t('nothingFound')} text={t('nothingFoundText')} />
      </DataTable>
    </div>
  );
}

const headsOf = ({ area, resource }: PersonalRule) => [`${area}/`, `${area}/${resource}/`];
/** A head that was opened or folded by hand, for as long as the same narrows the tree. */
const turnOf = (key: string, narrowed: string | null) => `${narrowed ?? ''}\n${key}`;
