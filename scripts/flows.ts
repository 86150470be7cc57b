/**
 * `npm run flows`: what the state and the effects of components still decide, page by page, beside the workflows that a
 * page runs. `npm run flows -- <row>` names each of them with its place.
 */
import { pages } from '../src/routes/registry.ts';
import { type FlowRow, type Found, flowRows } from './flowRows.ts';

const HELP = `npm run flows                what each page decides without a workflow, in figures
npm run flows -- <page>      each of them with its place
npm run flows -- shared      of what several pages share
npm run flows -- declared    of what only pages that are declared need
npm run flows -- shell       of what is around every page`;

const say = (words: string) => process.stdout.write(`${words}\n`);
function stop(words: string): never {
  process.stderr.write(`flows: ${words}\n`);
  process.exit(2);
}

const line = (name: string, state: string | number, effects: string | number, workflows: string) =>
  say(`${name.padEnd(30)} ${String(state).padStart(5)} ${String(effects).padStart(7)}  ${workflows}`.trimEnd());
const count = ({ found }: FlowRow, kind: Found['kind']) => found.filter((one) => one.kind === kind).length;

const [asked, ...more] = process.argv.slice(2);
if (more.length > 0) stop('one page at a time');
if (asked === '--help' || asked === '-h') {
  say(HELP);
  process.exit(0);
}
const rows = flowRows();
if (asked !== undefined) {
  const row = rows.find(({ name }) => name === asked) ?? stop(`no page ${asked}; npm run flows lists them`);
  for (const { file, line: at, kind, name } of row.found) say(`${file}:${at} ${kind} ${name}`);
  if (row.found.length === 0) say(`${asked}: no state and no effect of its own`);
} else {
  line('page', 'state', 'effects', 'workflows');
  for (const row of rows) line(row.name, count(row, 'state'), count(row, 'effect'), row.machines.join(', '));
  const declared = pages.filter(({ declared: one, dated }) => one !== undefined || dated !== undefined).length;
  say(`\n${rows.length - 3} pages with files of their own; ${declared} declared pages share one row.`);
}
