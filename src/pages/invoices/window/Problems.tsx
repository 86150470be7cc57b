/** What of the lines waits for the person: chips that lead from one to the next, and the errors by name. */
import { Button } from '@blueprintjs/core';
import { ErrorIcon, SwapHorizontalIcon, WarningSignIcon } from '@blueprintjs/icons';
import { FIGURES, figuresOf } from '../../../../machines/invoiceWorkspace/lines.ts';
import type { Column, GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { type Text, useText } from '../../../i18n/index.ts';
import { classes, familyClass, type Look, looks } from '../../../ui/look.ts';
import { useInView } from '../../../ui/useInView.ts';
import { isFigure } from './cells.ts';
import { nextAfter, PROBLEMS, type Problem, type ProblemKind, standingOf, wrongIn } from './problems.ts';

type Problems = Record<ProblemKind, Problem[]>;

const LOOKS: Readonly<Record<ProblemKind, Look>> = {
  errors: 'bad',
  conflicts: 'waiting',
  warnings: 'waiting',
  empty: 'waiting',
  serials: 'waiting',
};

interface ChipsProps {
  problems: Problems;
  /** Where the cursor is: the next one below it is meant. */
  at: number;
  onLead: (problem: Problem) => void;
}

export function ProblemChips({ problems, at, onLead }: ChipsProps) {
  const t = useText('invoice');
  return (
    <fieldset className="filter-chips" aria-label={t('problems.label')} data-testid="line-problems">
      {PROBLEMS.map((kind) => {
        const next = nextAfter(problems[kind], at);
        const Icon = looks[LOOKS[kind]].icon;
        return (
          next && (
            <button
              key={kind}
              type="button"
              className={classes('filter-chip', familyClass(LOOKS[kind]))}
              // texts: invoice problems.errors, problems.conflicts, problems.warnings, problems.empty, problems.serials
              title={t('problems.lead')}
              onClick={() => onLead(next)}
              data-problem={kind}
            >
              <Icon size={14} />
              {t(`problems.${kind}`)}
              <span className="count">{formatNumber(problems[kind].length)}</span>
            </button>
          )
        );
      })}
    </fieldset>
  );
}

interface ListProps {
  rows: readonly GridRow[];
  unsaved: readonly Problem[];
  /** The line that is worked on: its error is in view. */
  at: number;
  editable: boolean;
  onLead: (problem: Problem) => void;
  onAccept: (key: string) => void;
  onRevert: (key: string) => void;
  onAddAgain: (key: string) => void;
  onConflict: (key: string) => void;
}

/** Lines that the server did not take, each by name with its reasons and what can be done. */
export function ErrorList({
  rows,
  unsaved,
  at,
  editable,
  onLead,
  onAccept,
  onRevert,
  onAddAgain,
  onConflict,
}: ListProps) {
  const t = useText('invoice');
  const list = useInView<HTMLUListElement>('.here', `${at} ${unsaved.map(({ key }) => key)}`);
  return (
    // the list is there before its errors are: what comes into it is said
    <div role="alert">
      <ul ref={list} className="line-errors" aria-label={t('problems.list')} data-testid="line-faults">
        {unsaved.map((problem) => {
          const { key } = problem;
          const row = rows[problem.row];
          const standing = row && standingOf(row);
          return (
            row && (
              <li key={key} className={classes('row wrap', problem.row === at && 'here')}>
                <Sign standing={standing} />
                <button
                  type="button"
                  className={classes('link', standing === 'warned' || standing === 'theirs' ? 'amber' : 'red')}
                  onClick={() => onLead(problem)}
                >
                  {t('problems.line', { number: formatNumber(problem.row + 1) })}
                </button>
                <b className="cut">{row.product.title}</b>
                <Reasons row={row} onLead={(column) => onLead({ ...problem, column })} t={t} />
                {!editable && <Written row={row} t={t} />}
                <span className="row end-acts">
                  {standing === 'warned' && (
                    <Button
                      size="small"
                      text={t('price.accept')}
                      onClick={() => onAccept(key)}
                      data-testid="line-accept"
                    />
                  )}
                  {standing === 'theirs' && (
                    <Button
                      size="small"
                      text={t('problems.choose')}
                      onClick={() => onConflict(key)}
                      data-testid="line-conflict"
                    />
                  )}
                  {standing === 'gone' && editable && (
                    <Button
                      size="small"
                      text={t('price.addAgain')}
                      onClick={() => onAddAgain(key)}
                      data-testid="line-add-again"
                    />
                  )}
                  {standing !== 'theirs' && (row.line !== null || standing === 'gone') && (
                    <Button
                      size="small"
                      variant="minimal"
                      text={t(standing === 'gone' ? 'price.giveUp' : 'price.revert')}
                      onClick={() => onRevert(key)}
                      data-testid="line-revert"
                    />
                  )}
                </span>
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

function Sign({ standing }: { standing: ReturnType<typeof standingOf> | undefined }) {
  if (standing === 'theirs') return <SwapHorizontalIcon size={14} className="amber" />;
  if (standing === 'warned') return <WarningSignIcon size={14} className="amber" />;
  return <ErrorIcon size={14} className="red" />;
}

/** The cells have what the server has: what was written is said here. */
function Written({ row: { line, draft }, t }: { row: GridRow; t: Text }) {
  if (line === null || draft === null) return null;
  const stored = figuresOf(line);
  const figures = FIGURES.filter((field) => draft.figures[field] !== stored[field]).map(
    (field) => `${t(`lines.full.${field}`)} ${formatNumber(draft.figures[field] ?? 0, { decimals: 2, trim: true })}`,
  );
  return figures.length === 0 ? null : <span>{t('problems.written', { figures: figures.join(', ') })}</span>;
}

function Reasons({ row, onLead, t }: { row: GridRow; onLead: (column: Column) => void; t: Text }) {
  const { draft } = row;
  if (draft?.theirs != null) return <span>{t('problems.theirs')}</span>;
  if (draft?.gone) return <span>{t('price.gone')}</span>;
  const said = Object.entries(draft?.faults ?? {}).map(([field, words]) => [field, words.join(' ')] as const);
  // texts: invoice problems.zero.value, problems.zero.count, problems.zero.no_cash, problems.zero.currency_change
  const wrong = wrongIn(row.figures).map((field) => {
    const below = (row.figures[field] ?? 0) < 0;
    return [field, t(below ? 'problems.below' : `problems.zero.${field}`)] as const;
  });
  return [...said, ...wrong].map(([field, words]) => (
    <span key={field}>
      {isFigure(field as Column) && (
        <>
          <button type="button" className="link" onClick={() => onLead(field as Column)}>
            {t(`lines.full.${field}`)}
          </button>
          {': '}
        </>
      )}
      {words}
    </span>
  ));
}
