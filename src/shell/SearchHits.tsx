/** What the server found besides pages, group by group, and that it is still asked or did not answer. */
import { memo, Suspense } from 'react';
import { figureOf, type GroupRow, type HitRow } from '../../machines/searchDialog/listing.ts';
import { useText } from '../i18n/index.ts';
import { SkeletonRows } from '../ui/loading.tsx';
import { isLook } from '../ui/look.ts';
import { Notice } from '../ui/Notice.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { Kbd } from '../ui/small.tsx';
import { Marked } from './Marked.tsx';
import { search, useSearch } from './searchActor.ts';
import { choose, type ListProps, type OptionProps, optionProps } from './searchOption.ts';

/** Documents that are not called as their chart, which names them and their states. */
const CHARTS: Readonly<Record<string, string>> = { act: 'countingAct', counter: 'countingAct' };
const chartOf = (kind: string): string => `machines/${CHARTS[kind] ?? kind}`;

/** What it is: a document by its chart, so that it has one name everywhere. */
function HitKind({ kind, status }: { kind: string; status: string | null }) {
  const t = useText('search');
  const tm = useText(status === null ? 'search' : chartOf(kind));
  if (kind === 'counter' || kind === 'soldUnit') return `${t(`kinds.${kind}`)} · `;
  return status !== null && `${tm('name')} · `;
}

function HitState({ kind, status, look }: { kind: string; status: string; look: string | null }) {
  const t = useText(chartOf(kind));
  return (
    <StateChip look={isLook(look) ? look : 'new'} quiet={look === 'closed' || look === 'off'}>
      {t(`states.${status}.name`)}
    </StateChip>
  );
}

/** These are called by a name, the others by a number or a code. */
const NAMED: ReadonlySet<string> = new Set(['client', 'partner', 'product', 'person']);

/** A document, a unit, a supplier, a product, a person: a link like a page. */
const HitOption = memo(({ row, name, active }: OptionProps<HitRow>) => {
  return (
    <a
      role="option"
      tabIndex={-1}
      {...optionProps(row.option, name, active)}
      href={row.path}
      className="search-option hit"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        choose(row.option);
      }}
    >
      <span className="search-words">
        <span className={NAMED.has(row.kind) ? undefined : 'code'}>
          <Marked text={row.title} marks={row.marks} />
        </span>
        <span className="search-via">
          <Suspense>
            <HitKind kind={row.kind} status={row.status} />
          </Suspense>
          <Marked text={row.note} marks={row.noteMarks} />
        </span>
      </span>
      <span className="search-end">
        {row.status !== null && (
          <Suspense>
            <HitState kind={row.kind} status={row.status} look={row.look} />
          </Suspense>
        )}
        {active && <Kbd>↵</Kbd>}
      </span>
    </a>
  );
});

export function Hits({ group, nameOf, active }: ListProps & { group: GroupRow }) {
  const t = useText('search');
  const title = t(`groups.${group.group}`);
  const { rest } = group;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
    <div role="group" aria-label={title} className="search-hits">
      <div className="search-heading" aria-hidden="true">
        {title} <span className="num">{figureOf(group.count, group.more)}</span>
      </div>
      <div>
        {group.hits.map((row) => (
          <HitOption key={row.option} row={row} name={nameOf(row.option)} active={active === row.option} />
        ))}
        {rest && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            role="option"
            tabIndex={-1}
            {...optionProps(rest.option, nameOf(rest.option), active === rest.option)}
            className="search-option rest"
            onClick={() => choose(rest.option)}
          >
            {t('rest', { count: rest.count })}
          </div>
        )}
      </div>
    </div>
  );
}

/** Below what is found: that the server is still asked, or was asked for nothing. */
export function Asking() {
  const t = useText('search');
  const c = useText('common');
  const searching = useSearch((snapshot) => snapshot.hasTag('searching'));
  const unsearched = useSearch((snapshot) => snapshot.hasTag('unsearched'));
  if (searching)
    return (
      <div className="search-asking" data-testid="search-asking">
        <span className="unseen">{t('searching')}</span>
        <SkeletonRows rows={2} columns={[2, 4]} />
      </div>
    );
  if (!unsearched) return null;
  return (
    <div className="search-unsearched" role="alert">
      <Notice
        tone="offline"
        inset
        action={
          <button
            type="button"
            className="bp6-button bp6-small"
            // typing goes on
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => search.send({ type: 'records.retry' })}
          >
            {c('retry')}
          </button>
        }
      >
        {t('unsearched')}
      </Notice>
    </div>
  );
}
