/** Under the diagram: every transition in a row, and the test paths in words. */
import type { ChartTransition } from '../../../machines/kit/chart.ts';
import { formatNumber } from '../../format/numbers.ts';
import type { Text } from '../../i18n/index.ts';
import { classes, familyClass, isLook } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import type { WorkflowEntry } from './catalogue.ts';
import type { Chosen, Found } from './Diagram.tsx';
import type { Facts } from './factFiles.ts';
import { positionsOf, useHolders } from './Holders.tsx';
import { type Sender, sendersOf } from './senders.ts';
import type { MachineWords } from './words.ts';

export interface TransitionsProps {
  entry: WorkflowEntry;
  words: MachineWords;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  found: Found | null;
  /** Whether names of the code stand beside the words. */
  codes: boolean;
  t: Text;
}

/** A state by its name, with the chip of its look where it has one. */
export function StateName({ path, entry, words }: { path: string; entry: WorkflowEntry; words: MachineWords }) {
  const look = entry.chart.states.find((state) => state.path === path)?.look;
  if (!isLook(look)) return <span>{words.state(path)}</span>;
  return (
    <span className={familyClass(look)}>
      <StateChip look={look} quiet>
        {words.state(path)}
      </StateChip>
    </span>
  );
}

/** Whom the calls of an event ask for, in full; who has the right itself, `Holders` says. */
export const senderWords = (t: Text, sender: Sender): string =>
  sender.kind === 'rules' ? sender.who.map((one) => t(`finer.${one}`)).join(' · ') : t(`sender.${sender.kind}`);

/** A name of the code, that breaks between its parts. */
export const Parted = ({ name }: { name: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name never move
  name.split(/(?<=[._/])/).flatMap((part, at) => (at === 0 ? [part] : [<wbr key={`${at} ${part}`} />, part]));

/** Positions that are named where there is little room; the others are counted. */
const FEW = 3;

interface WhoProps {
  entry: WorkflowEntry;
  event: string;
  /** In which it is sent. */
  state: string;
  /** Whether rules are named as the code has them, too. */
  codes: boolean;
  t: Text;
}

/** Who sends an event, where there is little room: whom its calls ask for, one press away in full, and whose position has the right. */
export function Who({ entry, event, state, codes, t }: WhoProps) {
  const { data, isError } = useHolders(entry);
  const sender = sendersOf(entry.facts, event);
  if (sender.kind !== 'rules') return t(`sender.${sender.kind}`);
  const alternatives = new Set(sender.rules.flatMap((rule) => rule.split('|')));
  const ids = data && positionsOf(entry, data.data, event, state);
  const titles = data && ids ? data.data.positions.filter(({ id }) => ids.has(id)).map(({ title }) => title) : [];
  return (
    <>
      {sender.who.map((one) => (
        // opened in place: the row is not chosen by it
        // biome-ignore lint/a11y/useKeyWithClickEvents: a row has no keys
        <details key={one} onClick={(happened) => happened.stopPropagation()}>
          <summary>{t(`finerShort.${one}`)}</summary>
          {t(`finer.${one}`)}
        </details>
      ))}
      {titles.length > 0 && (
        <div className={classes(sender.who.length > 0 && 'muted text-xs')} title={titles.join(', ')}>
          {titles.slice(0, FEW).join(', ')}
          {titles.length > FEW && ` ${t('holders.more', { n: formatNumber(titles.length - FEW) })}`}
        </div>
      )}
      {ids?.size === 0 && <div className="red">{t('holders.nobody')}</div>}
      {(codes || isError) &&
        [...alternatives].map((rule) => (
          <div key={rule} className="code muted text-xs">
            <Parted name={rule} />
          </div>
        ))}
    </>
  );
}

const COLUMNS = ['from', 'event', 'guard', 'to', 'does', 'who'] as const;

export function Transitions({ entry, words, chosen, onChoose, found, codes, t }: TransitionsProps) {
  const rows = entry.chart.transitions
    .map((transition, at) => ({ transition, at }))
    .filter(({ transition, at }) => found === null || found.transitions.has(at) || found.states.has(transition.source));
  return (
    <section className="table-scroll" aria-label={t('transitions')} data-testid="transitions">
      <table className="table dense workflow-transitions" aria-label={t('transitions')}>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th key={key} scope="col" className={`of-${key}`}>
                {t(`columns.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ transition, at }) => (
            <tr
              key={at}
              className="opens"
              aria-selected={chosen?.kind === 'transition' && chosen.at === at}
              onClick={() => onChoose({ kind: 'transition', at })}
            >
              <Cells transition={transition} at={at} {...{ entry, words, onChoose, codes, t }} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CellsProps extends Pick<TransitionsProps, 'entry' | 'words' | 'onChoose' | 'codes' | 't'> {
  transition: ChartTransition;
  at: number;
}

function Cells({ transition, at, entry, words, onChoose, codes, t }: CellsProps) {
  const { source, event, eventName, guard, targets, actions } = transition;
  // where the window is narrow each cell has a line of its own, under the name of its column
  const cell = (key: (typeof COLUMNS)[number], none = false) => ({
    className: classes(`of-${key}`, none && 'is-none'),
    'data-column': t(`columns.${key}`),
  });
  return (
    <>
      <td {...cell('from')}>
        <StateName path={source} entry={entry} words={words} />
      </td>
      <td {...cell('event')}>
        <button type="button" className="link" onClick={() => onChoose({ kind: 'transition', at })}>
          {words.event(event)}
        </button>{' '}
        {codes && event !== '' && (
          <div className="code muted text-xs">
            <Parted name={eventName} />
          </div>
        )}
      </td>
      <td {...cell('guard', guard === '')}>
        {guard === '' ? (
          '—'
        ) : (
          <>
            {words.guard(guard)} {codes && <div className="code muted text-xs">{guard}</div>}
          </>
        )}
      </td>
      <td {...cell('to')}>
        {targets.length === 0 ? (
          <span className="muted">{t('stays')}</span>
        ) : (
          targets.map((path) => <StateName key={path} path={path} entry={entry} words={words} />)
        )}
      </td>
      <td {...cell('does', actions.length === 0)}>
        {actions.length === 0 ? '—' : actions.map(words.action).join(', ')}
      </td>
      <td {...cell('who')}>
        <Who {...{ entry, event, state: source, codes, t }} />
      </td>
    </>
  );
}

const pathWords = ([begins, ...cases]: Facts['paths'][number], types: Facts['cases'], words: MachineWords): string =>
  [words.beginning(begins), ...cases.map((one) => words.case(one, types[one] ?? one))].filter(Boolean).join(' → ');

/** Test paths as sentences, each with the command that walks it in a visible browser. */
export function Paths({ entry: { name, facts }, words, t }: Pick<TransitionsProps, 'entry' | 'words' | 't'>) {
  const copy = async (command: string) => {
    try {
      await navigator.clipboard.writeText(command);
      toastSuccess(t('copied'), { text: command });
    } catch {
      // refused, or an address without https has no clipboard: the words can be taken by hand
      toastError(t('notCopied'), { text: command });
    }
  };
  return (
    <section className="workflow-paths" aria-label={t('pathsTitle')} data-testid="paths">
      <h2 className="section-title">{t('pathsTitle')}</h2>
      <p className="muted">{t('pathsAbout', { count: facts.paths.length })}</p>
      <ol>
        {facts.paths.map((path, at) => (
          <li key={path.join()}>
            {pathWords(path, facts.cases, words) || '—'}{' '}
            <button
              type="button"
              className="link nowrap no-print"
              onClick={() => void copy(`npm run qa -- ${name} ${at + 1} --headed`)}
            >
              {t('copyCommand')}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
