/** A run in words: what a criterion saw, and the paragraph that a client may hear. */
import type { RunResult } from '../../../contract/questionnaires.ts';
import type { CriterionLine } from '../../../contract/scoringRuns.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import type { Text } from '../../i18n/index.ts';

const DECIMALS: Readonly<Partial<Record<CriterionLine['fact'], number>>> = { first_share: 1, load: 1, discipline: 1 };

// texts: scoring seen.*
export function seenWords({ fact, input }: Pick<CriterionLine, 'fact' | 'input'>, t: Text): string | null {
  if (input === null) return null;
  if (fact === 'guarantor') return t(input > 0 ? 'yes' : 'no');
  const figure = formatNumber(input, { decimals: DECIMALS[fact] ?? 0, trim: true });
  return t(`seen.${fact}`, { figure, count: input });
}

const listed = (words: readonly string[], last: string): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

// texts: scoring change.*
const changeWords = (change: RunResult['changes'][number], t: Text): string =>
  t(`paragraph.change.${change.lever}`, {
    sum: formatNumber(change.lever === 'goods' ? change.goods : change.first_payment),
    figure: change.term,
  });

/** What the client may hear: the decision, at most two reasons, what helped, and what would be enough. */
// texts: scoring paragraph.*, against.*, helped.*
export function paragraphOf(run: RunResult, t: Text): string {
  const { decision, cut, credit_limit, valid_until, reviewed_by, owed, against, helped, changes } = run;
  if (decision === null) return '';
  const kind = cut && reviewed_by === null ? 'cut' : decision;
  const said = [
    t(`paragraph.${kind}`, {
      limit: formatNumber(credit_limit ?? 0),
      owed: formatNumber(owed ?? 0),
      date: valid_until === null ? '' : formatDate(valid_until),
    }),
  ];
  if (against.length > 0)
    said.push(
      t('paragraph.against', {
        count: against.length,
        reasons: listed(
          against.map((one) => t(`against.${one}`)),
          t('and'),
        ),
      }),
    );
  if (helped.length > 0)
    said.push(
      t('paragraph.helped', {
        reasons: listed(
          helped.map((one) => t(`helped.${one}`)),
          t('and'),
        ),
      }),
    );
  if (changes.length > 0) {
    const ways = listed(
      changes.map((one) => changeWords(one, t)),
      t('or'),
    );
    const withGuarantor = changes.some(({ with_guarantor }) => with_guarantor);
    said.push(t(withGuarantor ? 'paragraph.enoughWithGuarantor' : 'paragraph.enough', { ways }));
  }
  return said.join(' ');
}
