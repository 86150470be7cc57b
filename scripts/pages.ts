/**
 * `npm run pages`: how many pages of each area are built, by the list of pages. `npm run pages -- --cost`: lines of each
 * declared page; 1 when the median of plain ones is over its budget.
 */
import { pages } from '../src/routes/registry.ts';
import { median } from './median.ts';
import { type Cost, costs, PLAIN_BUDGET } from './pageCost.ts';

function printBuilt(): void {
  const counted = pages.filter((page) => page.beyond === undefined);
  const areas = [...new Set(counted.map((page) => page.area))];
  const rows = areas.map((area) => {
    const own = counted.filter((page) => page.area === area);
    return { area, built: own.filter((page) => page.built === true).length, total: own.length };
  });
  const sum = (part: 'built' | 'total') => rows.reduce((all, row) => all + row[part], 0);
  const line = (name: string, built: number, total: number) =>
    `${name.padEnd(18)} ${String(built).padStart(3)} / ${String(total).padStart(3)}`;

  for (const { area, built, total } of rows) process.stdout.write(`${line(area, built, total)}\n`);
  process.stdout.write(`${line('all', sum('built'), sum('total'))}\n`);
  const beyond = pages.filter((page) => page.beyond === true);
  process.stdout.write(`beyond the ${sum('total')}: ${beyond.map((page) => page.path).join(', ')}\n`);
}

function printCosts(): void {
  const parts = ['code', 'sql', 'texts', 'tests'] as const;
  const line = (figures: readonly (number | string)[], words: string) =>
    process.stdout.write(`${figures.map((figure) => String(figure).padStart(7)).join('')}  ${words}\n`);
  const middle = (of: readonly Cost[]) => parts.map((part) => median(of.map((cost) => cost[part])));

  const all = costs();
  line(parts, 'lines of a declared page');
  for (const cost of all)
    line(
      parts.map((part) => cost[part]),
      `${cost.path} (${cost.names.join(', ')}${cost.plain ? '' : '; with hooks'})`,
    );
  const plain = all.filter((cost) => cost.plain);
  const special = all.filter((cost) => !cost.plain);
  line(middle(special), `median of ${special.length} pages with hooks`);
  line(middle(plain), `median of ${plain.length} plain pages (budget ${PLAIN_BUDGET} of code)`);
  if (median(plain.map(({ code }) => code)) > PLAIN_BUDGET) process.exitCode = 1;
}

if (process.argv.includes('--cost')) printCosts();
else printBuilt();
