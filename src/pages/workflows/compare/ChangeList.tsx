/** What is different, in groups: the chart, what stands behind its names, texts, rows of the table. Long ones are folded. */
import type { Chart } from '../../../../machines/kit/chart.ts';
import type { Change, ChangeKind } from '../../../../machines/kit/release.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { classes } from '../../../ui/look.ts';
import { changedIn, isPattern, nameOf, rowWords, saidOf, type Versions } from './words.ts';

const SIGNS: Readonly<Record<ChangeKind, string>> = { added: '+', removed: '−', changed: '≠' };

const GROUPS: readonly { readonly key: string; readonly holds: readonly Change['what'][] }[] = [
  { key: 'chart', holds: ['state', 'transition'] },
  { key: 'behind', holds: ['guard', 'action', 'actor', 'delay', 'constant'] },
  { key: 'texts', holds: ['text'] },
  { key: 'rows', holds: ['row'] },
];
/** A longer group begins folded, unless it is of the chart itself. */
const LONG = 10;
/** So many rows are named beside a body; more are counted, for they stand in their own group. */
const NAMED_ROWS = 3;

interface ListProps extends Versions {
  changes: readonly Change[];
  /** Whether names of the code stand beside the words. */
  codes: boolean;
  chart: Chart;
}

export function ChangeGroups({ changes, t, ...list }: ListProps) {
  return (
    <div data-testid="changes">
      {GROUPS.map(({ key, holds }) => {
        const own = changes.filter(({ what }) => holds.includes(what));
        if (own.length === 0) return null;
        return (
          <details key={key} className="compare-group" data-group={key} open={key === 'chart' || own.length <= LONG}>
            <summary>
              {t(`compare.groups.${key}`)} <span className="muted num">{formatNumber(own.length)}</span>
            </summary>
            <ChangeList changes={own} t={t} {...list} />
          </details>
        );
      })}
    </div>
  );
}

export function ChangeList({ changes, ...words }: ListProps) {
  return (
    <ul className="plain compare-list">
      {changes.map((one) => (
        <li key={`${one.what} ${one.name} ${one.change}`} data-change={one.change}>
          <span className={classes('compare-sign', `is-${one.change}`)} aria-hidden>
            {SIGNS[one.change]}
          </span>
          <ChangeWords change={one} {...words} />
        </li>
      ))}
    </ul>
  );
}

interface ChangeWordsProps extends Versions {
  change: Change;
  chart: Chart;
  codes: boolean;
}

function ChangeWords({ change: one, chart, codes, ...versions }: ChangeWordsProps) {
  const { t, words } = versions;
  const { what } = one;
  const r = useText('replay');
  const language = useLanguage();
  const { before, after } = saidOf(one, { ...versions, language, r });
  // bodies are shown as the code has them
  const isCode = what === 'guard' || what === 'action' || what === 'actor' || what === 'delay';
  // to who does not read code, a pattern says that it is one, and no more
  const hasPattern =
    codes &&
    what === 'constant' &&
    (isPattern(one.before, versions.before.constants) || isPattern(one.after, versions.now.constants));
  const line = (text: string) => <div key={text}>{text}</div>;
  const title = (
    <>
      <b>{t(`compare.what.${what}`)}</b> {nameOf(one, chart, versions)}
      {codes && what !== 'text' && <div className="code muted text-xs">{one.name}</div>}
    </>
  );
  // it is written as it was, and what it uses does something else
  if (isCode && one.before !== undefined && one.before === one.after) {
    const used = changedIn(one.before, versions.before, versions.now);
    return (
      <div>
        {title}
        <div>
          {used.length > 0
            ? t('compare.usesConstant', { names: used.map((name) => `«${words.constant(name)}»`).join(', ') })
            : t('compare.usesOther')}
        </div>
        {codes && used.length > 0 && <div className="code muted text-xs">{used.join(', ')}</div>}
        <Decided rows={one.rows} {...versions} />
      </div>
    );
  }
  return (
    <div>
      {title}
      {before.length > 0 && <div className={classes('compare-was', isCode && 'code')}>{before.map(line)}</div>}
      {after.length > 0 && <div className={classes(isCode && 'code')}>{after.map(line)}</div>}
      {hasPattern && (
        <>
          {one.before !== undefined && <div className="compare-was code text-xs">{one.before}</div>}
          {one.after !== undefined && <div className="code text-xs">{one.after}</div>}
        </>
      )}
      <Decided rows={one.rows} {...versions} />
    </div>
  );
}

/** Rows of the table that are decided differently. */
function Decided({ rows, words, t, ...versions }: Versions & Pick<Change, 'rows'>) {
  if (rows === undefined) return null;
  if (rows.length === 0) return <div className="amber">{t('compare.noRow')}</div>;
  const named = rows.length > NAMED_ROWS ? formatNumber(rows.length) : undefined;
  return (
    <div>
      {t('compare.rows', { rows: named ?? rows.map((name) => rowWords(name, words, { ...versions, t })).join(' · ') })}
    </div>
  );
}
