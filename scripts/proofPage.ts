/** The page of the last proofs in full (`docs/proofs.md`): a row for each, in the order of the alphabet. */

export interface ProofRow {
  /** As it is asked for: `sale schedule`. */
  readonly name: string;
  /** What was tried against what. */
  readonly of: string;
  readonly count: number;
  /** How much of what was tried could be made at all. */
  readonly made: number;
  readonly seed: number;
  /** ISO date. */
  readonly day: string;
  /** What was checked out when it was run. */
  readonly commit: string;
  /** The first difference in words; null where there was none. */
  readonly difference: string | null;
}

const HEAD = /^\| proof .*\n\|[-:| ]+\|$/m;
/** Of a text that may hold anything: one cell of a table. */
const cell = (text: string) => text.replaceAll('|', '/').replace(/\s+/g, ' ').trim();

/** The page with this row in place of an older one of the same name; an error where the page has no table. */
export function withProof(page: string, row: ProofRow): string {
  const head = HEAD.exec(page);
  if (head === null) throw new Error('docs/proofs.md has no table that begins with | proof |');
  const end = head.index + head[0].length;
  const [rows] = /^(?:\n\|.*)*/.exec(page.slice(end)) ?? [''];
  const figures = [row.count, row.made].map((figure) => figure.toLocaleString('en-US'));
  const found = row.difference === null ? 'no difference' : `**${cell(row.difference)}**`;
  const line = `| ${[row.name, row.of, ...figures, row.seed, `${row.day} \`${row.commit}\``, found].join(' | ')} |`;
  const others = rows.split('\n').filter((one) => one !== '' && !one.startsWith(`| ${row.name} |`));
  return (
    [page.slice(0, end), ...[...others, line].sort()].join('\n') + page.slice(end + rows.length).replace(/^\n*$/, '\n')
  );
}
