/** `npm run pages`: how many pages of each area are built, by the list of pages. */
import { pages } from '../src/routes/registry.ts';

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
