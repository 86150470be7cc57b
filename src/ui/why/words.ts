/** The words of a story: on the screen and, copied, in a letter or a chat. */
import { formatNumber } from '../../../contract/figures.ts';
import type { FigureStory } from '../../../contract/sale/stories.ts';
import type { StoryLine, StoryPart } from '../../../contract/sale/story.ts';
import { formatDate } from '../../format/dates.ts';
import type { Text } from '../../i18n/index.ts';

export const signed = (sum: number): string => `${sum > 0 ? '+' : '−'}${formatNumber(Math.abs(sum))}`;

export const titleOf = (t: Text, { figure, total }: FigureStory): string =>
  t(`title.${figure}`, { n: t(figure === 'days' ? 'dayUnit' : 'sumUnit', { n: formatNumber(total) }) });

export const instalmentsOf = (t: Text, numbers: readonly number[]): string =>
  numbers.map((number) => (number === 0 ? t('first') : t('instalment', { n: number }))).join(', ');

const added = (lines: readonly StoryLine[], which: (line: StoryLine) => boolean): string =>
  formatNumber(Math.abs(lines.filter(which).reduce((sum, { change }) => sum + change, 0)));

/** What a client may hear. */
export function heard(t: Text, { figure, lines, parts, total, sum, since, day }: FigureStory): string {
  const n = formatNumber(total);
  if (figure === 'days' || figure === 'overdue') {
    if (since === null) return t('heard.inTime');
    const values = { n, since: formatDate(since), day: formatDate(day), sum: formatNumber(sum), count: parts.length };
    return t(`heard.${figure}`, values);
  }
  if (lines.length === 0) return t('heard.nothing');
  const back = added(
    lines,
    ({ what, change, undone }) => undone && (what === 'reversed' || (figure === 'cash' && change < 0)),
  );
  const left = back === '0' ? '' : ` ${t('heard.back', { n: back })}`;
  const isGiven = ({ what }: StoryLine) => what === 'written_off';
  const given = added(lines, isGiven);
  const values = {
    ...{ n, given },
    in: added(lines, ({ change, undone }) => !undone && change > 0),
    // what was given up was paid by nobody
    out: added(lines, (line) => !line.undone && line.change < 0 && !isGiven(line)),
  };
  return `${t(given === '0' ? `heard.${figure}` : 'heard.givenUp', values)}${left}`;
}

/** What happened. */
export function happened(t: Text, { what, change, instalments, until, day, count }: StoryLine): string {
  if (what !== 'span')
    return t(`line.${what === 'moved' && change > 0 ? 'movedIn' : what}`, { what: instalmentsOf(t, instalments) });
  const days = until === day ? formatDate(day) : `${formatDate(day)}–${formatDate(until ?? day)}`;
  return t('line.span', { days, n: count });
}

/** The document that a line names first. */
export const namedBy = ({ what, source, document }: StoryLine): number | null =>
  what === 'offset' || what === 'used' ? source : document;

/** The whole story as lines of text: title, whose figure, what the client may hear, each line, what it is made of. */
export function writtenStory(t: Text, story: FigureStory): string {
  const found = (id: number | null) => story.documents.find((one) => one.id === id);
  const numberOf = (id: number | null) => (id === null ? '' : (found(id)?.number ?? `#${id}`));
  const lineOf = (line: StoryLine) => {
    const taken = line.what === 'reversed' && line.source !== namedBy(line) ? `← ${numberOf(line.source)}` : '';
    const reason = found(line.document)?.reason;
    const words = [formatDate(line.day), happened(t, line), numberOf(namedBy(line)), taken, reason && `«${reason}»`];
    return `${words.filter(Boolean).join(' ')} ${signed(line.change)} = ${formatNumber(line.balance)}`;
  };
  const partOf = ({ contract, instalment, source, due, amount, days }: StoryPart) => {
    const what = instalment === null ? `${t('ofPayment')} ${numberOf(source)}` : instalmentsOf(t, [instalment]);
    const late = days > 0 && t('late', { count: days, n: formatNumber(days) });
    const of = story.subject.kind === 'client' && numberOf(contract);
    return `${[what, due && formatDate(due), late, of].filter(Boolean).join(', ')}: ${formatNumber(amount)}`;
  };
  return [
    titleOf(t, story),
    [story.subject.title, story.subject.organization, formatDate(story.day)].filter(Boolean).join(', '),
    heard(t, story),
    ...(story.lines.length > 0 ? ['', `${t('lines')}:`, ...story.lines.map(lineOf)] : []),
    ...(story.parts.length > 0 ? ['', `${t('parts')}:`, ...story.parts.map(partOf)] : []),
  ].join('\n');
}
