/**
 * `node dist/server/cli.js <command>`: works on the same database as the server (DATABASE_URL, else DATA_DIR).
 * Exit codes: 0 done, 1 refused or found wrong, 2 called wrongly, 3 imported but some rows were refused.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { migrate } from './db/migrations/index.ts';
import { type Database, dumpDataDir, openDatabase } from './db/open.ts';
import { importAddresses } from './directories/importAddresses.ts';
import { importTac } from './invoices/importTac.ts';
import { addPerson, disablePerson, resetPassword } from './people/accounts.ts';
import { seedDemo } from './seed/demo.ts';
import { DEMO_PASSWORD, demoUsers, isEmpty } from './seed/index.ts';
import { ORGANIZATION_KINDS, type OrganizationKind, setUp } from './seed/setup.ts';
import { type ImportReport, importCatalogue } from './stock/importCatalogue.ts';
import { checkLedgers } from './stock/ledgerCheck.ts';
import { StockError } from './stock/posting.ts';

const USAGE = `Usage:
  npm run setup -- --organization NAME --code CODE --username NAME --fullname NAME [--kind KIND]
      Makes the first organization and the first person of an empty database, who may do everything. What is left out
      is asked for. Start the server with DEMO=off.
      --code CODE  2 to 6 capital letters that lead the numbers of its documents
      --kind KIND  ${ORGANIZATION_KINDS.join(', ')} (office when not given)
  npm run user:add -- USERNAME --fullname NAME --position NAME [--organization CODE] [--office] [--phone +998901234567]
      Makes a person who signs in. --office: sees every organization. The organization may be left out where there is
      one.
  npm run user:password -- USERNAME
      A new first password, shown once; ends the person's sessions.
  npm run user:disable -- USERNAME
      The person can no longer sign in, and is signed out everywhere. The name is never given again.
  npm run seed -- [--size N]
      Makes the demo data in an empty database; N products (3,200 when not given; with another N there is no year of
      sales behind them).
  npm run import:catalogue -- FILE.csv --branch ID [--demo-stock SEED] [--all-or-nothing] [--user NAME]
      Imports products with their stock. Columns in any order: sku (or id), title, category, brand, barcode,
      is_serial_number, serial_numbers, cost, price, currency, quantity, unit.
      --demo-stock SEED  makes up quantities and costs, for a file without a quantity column
      --all-or-nothing   imports nothing when a row is bad; else the good rows are imported
      --user NAME        who imports (director when not given)
  npm run import:tac -- FILE.csv
      Loads phone models by the first eight digits of an IMEI, in place of those loaded before. Columns in any order:
      tac, brand, model (or model_name; model_code where a model has no name).
  npm run import:addresses -- FILE.csv [FILE.csv …] [--user NAME]
      Adds provinces, districts and villages by the state classifier, or brings their names up to date. The columns tell
      which they are: soato, name_uz_latn, name_ru; of districts also region_soato, of villages district_soato.
  npm run ledger:check
      Rebuilds balances and serial numbers from the ledger and compares them with what is stored.

The database is that of the server: DATABASE_URL, else the folder DATA_DIR (./data when not given).
`;

/** Called wrongly: the sentence and the usage, exit code 2. */
class UsageError extends Error {}

const say = (line = ''): void => {
  process.stdout.write(`${line}\n`);
};
const figure = (number: number): string => number.toLocaleString('en-US');
const count = (number: number, one: string, many = `${one}s`): string =>
  `${figure(number)} ${number === 1 ? one : many}`;

function wholeNumber(text: string | undefined, name: string, from: number, to: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < from || number > to) {
    throw new UsageError(`--${name} takes a whole number from ${figure(from)} to ${figure(to)}, not "${text}".`);
  }
  return number;
}

async function withDatabase(work: (db: Database) => Promise<number>): Promise<number> {
  const { DATABASE_URL, DATA_DIR } = process.env;
  const db = await openDatabase({
    ...(DATABASE_URL ? { databaseUrl: DATABASE_URL } : {}),
    dataDir: DATA_DIR ?? './data',
  });
  try {
    await migrate(db.kysely);
    return await work(db);
  } finally {
    await db.close();
  }
}

function seedCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { size: { type: 'string' } } });
  const size = wholeNumber(values.size, 'size', 100, 100_000);
  return withDatabase(async (db) => {
    const from = performance.now();
    if (await isEmpty(db.kysely)) say('Making demo data …');
    const report = await seedDemo(db, { say, ...(size !== undefined && { size }) });
    if (!report) {
      say('The database has data already; nothing was changed. Demo data are made in an empty database only.');
      return 0;
    }
    say(
      `${count(report.organizations, 'organization')}, ${count(report.users, 'person', 'people')}, ` +
        `${count(report.variants, 'product')} in ${count(report.categories, 'category', 'categories')}, ` +
        `${count(report.stockLines, 'line')} of stock (${count(report.units, 'unit')}) ` +
        `in ${((performance.now() - from) / 1000).toFixed(1)} s.`,
    );
    say();
    say(`People to sign in as, all with the password ${DEMO_PASSWORD}`);
    for (const user of demoUsers()) say(`  ${user.username.padEnd(12)} ${user.position} – ${user.organization}`);
    return 0;
  });
}

/** What an option says; where it is left out and somebody sits at the terminal, what they type. */
async function asked(values: Readonly<Record<string, string | boolean | undefined>>, name: string, words: string) {
  const given = values[name];
  if (typeof given === 'string') return given.trim();
  if (!process.stdin.isTTY) throw new UsageError(`${words}? --${name} is missing.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`${words}: `)).trim();
  } finally {
    terminal.close();
  }
}

const sayPassword = (username: string, password: string): void => {
  say();
  say(`  user name  ${username}`);
  say(`  password   ${password}`);
  say();
  say('The password is shown this once; another one is asked for at the first sign-in.');
};

async function setupCommand(args: string[]): Promise<number> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { organization: option, code: option, kind: option, username: option, fullname: option },
  });
  const { kind = 'office' } = values;
  if (!ORGANIZATION_KINDS.some((one) => one === kind))
    throw new UsageError(`--kind is one of ${ORGANIZATION_KINDS.join(', ')}, not "${kind}".`);
  const setup = {
    organization: await asked(values, 'organization', 'Name of the organization'),
    code: await asked(values, 'code', 'Its code'),
    kind: kind as OrganizationKind,
    username: await asked(values, 'username', 'User name of the first person'),
    fullname: await asked(values, 'fullname', 'Full name'),
  };
  return withDatabase(async (db) => {
    const { password } = await setUp(db, setup);
    say(`${setup.organization} (${setup.code}) is there, and ${setup.fullname} may do everything.`);
    sayPassword(setup.username, password);
    say('Next: DEMO=off npm start, and sign in.');
    return 0;
  });
}

/** The one name that a command is about. */
function oneUser([username, ...more]: string[]): string {
  if (!username) throw new UsageError('Whose? The user name is missing.');
  if (more.length) throw new UsageError(`One person at a time; "${more[0]}" is one too many.`);
  return username;
}

async function userAddCommand(args: string[]): Promise<number> {
  const option = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      fullname: option,
      position: option,
      organization: option,
      phone: option,
      office: { type: 'boolean', default: false },
    },
  });
  const username = oneUser(positionals);
  const { organization, phone, office } = values;
  const fullname = await asked(values, 'fullname', 'Full name');
  const position = await asked(values, 'position', 'Position');
  return withDatabase(async (db) => {
    const { password } = await db.tx((trx) =>
      addPerson(trx, { username, fullname, position, organization, office, phone }),
    );
    say(`${fullname} may sign in.`);
    sayPassword(username, password);
    return 0;
  });
}

async function userPasswordCommand(args: string[]): Promise<number> {
  const username = oneUser(parseArgs({ args, allowPositionals: true, options: {} }).positionals);
  return withDatabase(async (db) => {
    const { fullname, password, sessions } = await db.tx((trx) => resetPassword(trx, username, new Date()));
    say(`${fullname} has a new first password; ${count(sessions, 'session')} ended.`);
    sayPassword(username, password);
    return 0;
  });
}

async function userDisableCommand(args: string[]): Promise<number> {
  const username = oneUser(parseArgs({ args, allowPositionals: true, options: {} }).positionals);
  return withDatabase(async (db) => {
    const { fullname, sessions } = await db.tx((trx) => disablePerson(trx, username, new Date()));
    say(`${fullname} can no longer sign in; ${count(sessions, 'session')} ended.`);
    return 0;
  });
}

function printReport(report: ImportReport, allOrNothing: boolean): number {
  if (report.unknownColumns.length) say(`Columns that mean nothing here: ${report.unknownColumns.join(', ')}.`);
  for (const { line, message } of report.bad) say(`line ${line}: ${message}`);
  const badRows = new Set(report.bad.map((problem) => problem.line)).size;
  if (badRows) say(`${count(badRows, 'row')} of ${figure(report.rows)} cannot be imported.`);
  for (const { line, message } of report.warnings) say(`line ${line}: ${message} (warning)`);
  if (!report.imported) {
    if (!badRows) say('The file has no rows.');
    else say(allOrNothing ? 'Nothing was imported.' : 'No row is left to import.');
    return badRows ? 1 : 0;
  }
  if (report.opening && !report.opening.posted) {
    say(`This file is in the stock of this branch already, by document ${report.opening.number}: no stock was posted.`);
  }
  say(
    `${count(report.created, 'new product')}, ${figure(report.reused)} there before` +
      (report.opening?.posted
        ? `; ${count(report.lines, 'line')} of stock (${count(report.units, 'unit')}) by document ${report.opening.number}.`
        : '; stock unchanged.'),
  );
  if (!badRows) return 0;
  say('Correct the bad rows and import them as a file of their own: the good ones would enter the stock twice.');
  return 3;
}

function oneFile([file, ...more]: string[]): string {
  if (!file) throw new UsageError('Which file? The path of a CSV file is missing.');
  if (more.length) throw new UsageError(`One file at a time; "${more[0]}" is one too many.`);
  return file;
}

async function readInput(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const why = error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'does not exist' : String(error);
    throw new UsageError(`The file ${file} cannot be read: it ${why}.`);
  }
}

function importCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      branch: { type: 'string' },
      'demo-stock': { type: 'string' },
      'all-or-nothing': { type: 'boolean', default: false },
      user: { type: 'string', default: 'director' },
    },
  });
  const file = oneFile(positionals);
  const organizationId = wholeNumber(values.branch, 'branch', 1, 2_147_483_647);
  if (organizationId === undefined) throw new UsageError('Which branch? --branch ID is missing.');
  const demoStock = wholeNumber(values['demo-stock'], 'demo-stock', 0, 2_147_483_647);
  const allOrNothing = values['all-or-nothing'];
  return readInput(file).then((content) =>
    withDatabase(async (db) => {
      const user = await db.kysely
        .selectFrom('app_user')
        .select('id')
        .where('username', '=', values.user)
        .where('active', '=', true)
        .executeTakeFirst();
      if (!user) {
        const anybody = await db.kysely.selectFrom('app_user').select('id').limit(1).executeTakeFirst();
        say(
          anybody
            ? `There is no user "${values.user}"; name one with --user.`
            : 'The database is empty; "npm run setup" makes its first organization and person.',
        );
        return 1;
      }
      const from = performance.now();
      say(`Importing ${file} into branch ${organizationId} …`);
      const report = await importCatalogue(db, {
        content,
        fileName: basename(file),
        organizationId,
        userId: user.id,
        allOrNothing,
        ...(demoStock === undefined ? {} : { demoStock }),
      });
      const code = printReport(report, allOrNothing);
      say(`${((performance.now() - from) / 1000).toFixed(1)} s.`);
      return code;
    }),
  );
}

async function tacCommand(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const content = await readInput(oneFile(positionals));
  return withDatabase(async (db) => {
    const { rows, bad, loaded, replaced } = await importTac(db, content);
    for (const { line, message } of bad) say(`line ${line}: ${message}`);
    if (bad.length) say(`${count(bad.length, 'row')} of ${figure(rows)} cannot be loaded.`);
    if (!loaded) {
      say(
        rows ? 'No row is left to load; the list stays as it was.' : 'The file has no rows; the list stays as it was.',
      );
      return 1;
    }
    say(`${count(loaded, 'model')} loaded, in place of ${figure(replaced)}.`);
    return bad.length ? 3 : 0;
  });
}

async function addressesCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { user: { type: 'string', default: 'director' } },
  });
  if (positionals.length === 0) throw new UsageError('Which files? The path of a CSV file is missing.');
  const files = await Promise.all(
    positionals.map(async (file) => ({ name: basename(file), content: await readInput(file) })),
  );
  return withDatabase(async (db) => {
    let bad = 0;
    for (const report of await importAddresses(db, files, values.user)) {
      for (const { line, message } of [...report.merged, ...report.bad])
        say(`${report.file}, line ${line}: ${message}`);
      const same = report.rows - report.added - report.changed - report.merged.length - report.bad.length;
      say(
        `${report.file}: ${count(report.rows, 'row')}, ${figure(report.added)} added, ${figure(report.changed)} changed, ` +
          `${figure(same)} as they were, ${figure(report.merged.length)} doubles, ${figure(report.bad.length)} bad.`,
      );
      bad += report.bad.length;
    }
    return bad === 0 ? 0 : 3;
  });
}

function ledgerCommand(args: string[]): Promise<number> {
  parseArgs({ args, options: {} });
  return withDatabase(async (db) => {
    let differences = 0;
    for (const report of await checkLedgers(db)) {
      differences += report.differences.length;
      say(
        `${report.ledger}: ${figure(report.checked)} checked, ${
          report.differences.length ? count(report.differences.length, 'difference') : 'no difference'
        }`,
      );
      for (const { what, ledger, stored } of report.differences) {
        say(`  ${what}: the ledger says ${ledger}, stored is ${stored}`);
      }
    }
    return differences ? 1 : 0;
  });
}

/** A step of the build: the demo data once, packed, so that a first start only unpacks them. */
async function packDemoCommand(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [file] = positionals;
  if (!file) throw new UsageError('Where to? The path of the packed demo data is missing.');
  const db = await openDatabase({ memory: true });
  try {
    await migrate(db.kysely);
    await seedDemo(db, { say });
    await writeFile(file, await dumpDataDir(db));
  } finally {
    await db.close();
  }
  return 0;
}

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  setup: setupCommand,
  'user-add': userAddCommand,
  'user-password': userPasswordCommand,
  'user-disable': userDisableCommand,
  seed: seedCommand,
  'import-catalogue': importCommand,
  'import-tac': tacCommand,
  'import-addresses': addressesCommand,
  'ledger-check': ledgerCommand,
  'pack-demo': packDemoCommand,
};

function isCalledWrongly(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined || command === '--help' || args.includes('--help')) {
    say(USAGE);
    return command === undefined ? 2 : 0;
  }
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  try {
    if (!run) throw new UsageError(`There is no command "${command}".`);
    return await run(args);
  } catch (error) {
    if (isCalledWrongly(error)) {
      process.stderr.write(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    // One sentence is for the person; what nobody foresaw keeps its stack for the developer.
    const foreseen = error instanceof StockError || (error instanceof Error && FORESEEN.has(error.name));
    process.stderr.write(`${foreseen || !(error instanceof Error) ? sentence(error) : error.stack}\n`);
    return 1;
  }
}

const FORESEEN = new Set(['FolderInUse', 'DatabaseUnavailable', 'NotDurable', 'ImportRefused', 'AccountRefused']);
const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

process.exitCode = await main(process.argv.slice(2));
