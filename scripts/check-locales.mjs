/**
 * `npm run locales`: every fault of the texts at once, exit 1 when there is one.
 *
 * A key that is made at run time counts as used when a template names its shape (`ask.${action}.title`). Where not even
 * that can be seen, a comment in the source lists them, with `*` for the part that varies:
 *
 *     // texts: counting moved.*, tabs.*
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

/** Mobile operators, as they write themselves. */
const OPERATORS = ['Beeline', 'Humans', 'Mobiuz', 'OQ', 'Perfectum', 'Ucell', 'Uzmobile'];
/** Names and codes that are the same in both languages. */
const SAME_IN_BOTH = new Set([
  ...['Idora', 'Oʻzbekcha', 'Русский', 'IMEI', 'Excel', 'Caps Lock', 'JSON', 'XState JSON', 'MyID', 'Prizma', 'TBC'],
  ...OPERATORS,
]);
/** Cyrillic that an Uzbek text may show: the other language in its own name. */
const CYRILLIC_IN_UZBEK = new Set(['Русский', 'Ру']);

/** Latin that a Russian text may be: besides what is the same in both, abbreviations and the name of a file. */
const LATIN_IN_RUSSIAN = new Set([...SAME_IN_BOTH, 'Oʻz', 'ID', 'SMS', 'ne-voshli-v-spisok']);

const PLURALS = { uz: ['one', 'other'], ru: ['one', 'few', 'many'] };
const OPTIONAL_PLURALS = { uz: ['zero'], ru: ['zero', 'other'] };
const SUFFIX = /_(zero|one|two|few|many|other)$/;

/** Texts of the server's own words: used by server/, not by src/. */
const SERVER_NAMESPACE = 'server';

const problems = [];
const problem = (words) => problems.push(words);

// ---------------------------------------------------------------------------------------------- files

const languages = ['uz', 'ru'];

function filesBelow(folder, wanted) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && wanted.test(one.name))
    .map((one) => join(one.parentPath, one.name).slice(root.length + 1))
    .sort();
}

function flatten(tree, prefix, into) {
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'string') into.set(path, value);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) flatten(value, path, into);
    else into.set(path, null);
  }
  return into;
}

/** By namespace: the tree of each language and its texts by dotted key. */
const namespaces = new Map();
for (const language of languages) {
  const folder = `locales/${language}`;
  for (const file of filesBelow(folder, /\.json$/)) {
    const name = file.slice(folder.length + 1, -'.json'.length);
    if (!namespaces.has(name)) namespaces.set(name, {});
    try {
      const tree = JSON.parse(readFileSync(join(root, file), 'utf8'));
      namespaces.get(name)[language] = { file, tree, texts: flatten(tree, '', new Map()) };
    } catch (error) {
      problem(`${file}: ${error.message}`);
    }
  }
}

// ---------------------------------------------------------------------------------------------- texts

/** Words of the search that people type, right ones and others. */
const SAID_BY_OTHERS = new Set(['aliases']);

/** Words to avoid by language, each with the term to use instead (docs/glossary.md). */
const avoided = { uz: [], ru: [] };
for (const line of readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('\n')) {
  const cells = line.split('|').map((cell) => cell.trim());
  if (cells.length !== 7 || /^(English|-+)$/.test(cells[1])) continue;
  const terms = { uz: cells[2], ru: cells[3] };
  for (const [, language, list] of cells[5].matchAll(/\b(uz|ru): ([^·]+)/g)) {
    for (const word of list.split(',').map((one) => one.trim())) {
      // endings are many, so the word is looked for where one begins; "hisob-faktura" is not "faktura"
      const stem = language === 'ru' ? word.replace(/(?<=\p{L}{3})[аеийоыьяё]$/u, '') : word;
      const pattern = new RegExp(`(?<![\\p{L}-])${stem}`, 'iu');
      avoided[language].push({ word, pattern, term: terms[language] });
    }
  }
}
if (avoided.uz.length === 0 || avoided.ru.length === 0) problem('docs/glossary.md: no words to avoid are found');

/** "Cancel" is the word for calling a document off: a button that leaves everything as it is says "back". */
const CANCEL = { uz: /bekor/iu, ru: /отмен/iu };
/** Where documents are called off: files, or the keys of a file. */
const CALLS_OFF = {
  aliases: /^dismissStatuses$/,
  blackList: /^(actions|ask)\.cancel/,
  cashbox: /^(draft\.callOff|move\.firstGone)/,
  countingMatrix: /^decision\.cancelled$/,
  counter: /^over\.cancelled$/,
  counting: /(^|\.)(act\.cancel|cancelled)(\.|$)|^list\.leftOut/,
  invoice: /(^|\.)invoice\.cancel(\.|$)/,
  invoiceCancel: /^(do|missing)$/,
  invoiceList: /^(actions\.cancel|(leftOut|only)\.cancelled)/,
  'machines/approval': /cancel/,
  'machines/cashDocument': /cancel/,
  'machines/contract': /cancel/,
  'machines/countingAct': /cancel/,
  'machines/invoice': /cancel/,
  'machines/output': /cancel|withdraw/,
  'machines/questionnaire': /cancel|scoring/,
  'machines/guarantee': /released|dropped/,
  'directories/questionnaire': /sourceFailed/,
  'machines/saleOrder': /cancel/,
  'machines/staffTest': /withdrawn|drop/,
  'plans/electronicOrders': /./,
  'plans/specialOrders': /./,
  outputs: /^(window\.withdrawn|handOver\.stale)$/,
  notices: /^steps\.\w+_cancel$/,
  records: /^history\.request\.cancel$/,
  orders: /^cancel/,
  sale: /^(cancel|waitsForFirst)/,
  contractPaper: /^cancelled$/,
  replay: /^(cancelledWays|cancelledWaysAbout|stopped|calledOff)$/,
  stuck: /^(take\.)?calledOff$/,
  server:
    /invoice_cancelled|request_cancelled|test_dropped|schedule_stale|contract_over|payment_called_off|order_cancelled|contract_cancelled|invoice_confirmed_stays|contract_goods_left|questionnaire_asked_stays|^signing\.reservation$/,
  testAuthors: /drop/,
  workflows: /invoiceCanceller|requirements\.decision-(24|40)$/,
};

/** Also the step of a declared directory's own chart whose verb it is. */
const callsOff = (namespace, key) =>
  CALLS_OFF[namespace]?.test(key) || (namespace.startsWith('directories/') && key.startsWith('steps.cancel.'));

const wordsOf = (text) => text.replace(/\{\{.*?\}\}|<\/?\w+>/g, '');
const lettersIn = (text) => wordsOf(text).match(/\p{L}/gu)?.length ?? 0;
const valuesIn = (text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]);

/** What any text in the language keeps to: its letters, and the words of the glossary unless people may say others. */
function checkWords(language, where, text, { saidByOthers = false } = {}) {
  const apostrophe = /\p{L}*\p{L}['’‘`´]\p{L}+/u.exec(text);
  if (apostrophe)
    problem(`${where}: "${apostrophe[0]}" has a wrong apostrophe; ʻ (U+02BB) after o and g, else ʼ (U+02BC)`);
  const better = saidByOthers ? undefined : avoided[language].find(({ pattern }) => pattern.test(wordsOf(text)));
  if (better) problem(`${where}: "${better.word}" is a word to avoid, the glossary has "${better.term}"`);
  if (language === 'ru') return;
  const turned = /\p{L}*(?:[^oOgG\P{L}]ʻ|[gG]ʼ)\p{L}*/u.exec(text);
  if (turned) problem(`${where}: "${turned[0]}" has the other apostrophe; ʻ (U+02BB) after o and g, else ʼ (U+02BC)`);
  const cyrillic = /\p{Script=Cyrillic}+/u.exec(text);
  if (cyrillic && !CYRILLIC_IN_UZBEK.has(text)) problem(`${where}: "${cyrillic[0]}" is Cyrillic`);
}

function checkText(language, namespace, where, text) {
  if (text === null) return problem(`${where}: a text is a string`);
  if (text.trim() === '') return problem(`${where}: empty`);
  if (text.includes('$t(')) problem(`${where}: no text stands within another, build/lighter.ts leaves that out`);
  checkWords(language, where, text, { saidByOthers: SAID_BY_OTHERS.has(namespace) });
  const key = where.slice(where.indexOf(' ') + 1);
  if (CANCEL[language].test(wordsOf(text)) && !callsOff(namespace, key)) {
    problem(`${where}: "cancel" is said of a document that is called off alone; a way back is "Orqaga", "Назад"`);
  }
  if (language === 'uz') return;
  const latin = lettersIn(text) > 0 && !/\p{Script=Cyrillic}/u.test(wordsOf(text));
  if (latin && !LATIN_IN_RUSSIAN.has(text)) {
    problem(`${where}: "${text}" is not Russian; translate it or add it to LATIN_IN_RUSSIAN`);
  }
}

/** Code words, and where links lead, are the same in every language. */
const withoutCode = (line) => line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '');

/** The pages of workflows, written by hand. */
for (const language of languages) {
  for (const file of filesBelow(`docs/workflows/${language}`, /\.md$/)) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    for (const [at, line] of lines.entries()) checkWords(language, `${file}:${at + 1}`, withoutCode(line));
  }
}

/** Keys without their plural suffix, for groups that have at least two of them in one language. */
function pluralsOf(sides) {
  const seen = new Map();
  for (const { texts } of Object.values(sides)) {
    const here = new Map();
    for (const key of texts.keys()) {
      const suffix = SUFFIX.exec(key);
      if (!suffix) continue;
      const base = key.slice(0, suffix.index);
      here.set(base, (here.get(base) ?? 0) + 1);
    }
    for (const [base, count] of here) seen.set(base, Math.max(count, seen.get(base) ?? 0));
  }
  return new Set([...seen].filter(([, count]) => count > 1).map(([base]) => base));
}

const baseOf = (key, plurals) => {
  const base = key.replace(SUFFIX, '');
  return plurals.has(base) ? base : key;
};

for (const [name, sides] of namespaces) {
  for (const language of languages) {
    if (!sides[language]) problem(`locales/${language}/${name}.json: missing`);
  }
  for (const [language, { file, texts }] of Object.entries(sides)) {
    for (const [key, text] of texts) checkText(language, name, `${file} ${key}`, text);
  }
  sides.plurals = pluralsOf(Object.fromEntries(languages.filter((one) => sides[one]).map((one) => [one, sides[one]])));
  const { uz, ru, plurals } = sides;
  if (!uz || !ru) continue;
  for (const base of plurals) {
    for (const language of languages) {
      const { file, texts } = sides[language];
      for (const form of PLURALS[language]) {
        if (!texts.has(`${base}_${form}`)) problem(`${file} ${base}: no plural _${form}`);
      }
      for (const form of ['zero', 'one', 'two', 'few', 'many', 'other']) {
        const known = [...PLURALS[language], ...OPTIONAL_PLURALS[language]].includes(form);
        if (texts.has(`${base}_${form}`) && !known) problem(`${file} ${base}: the language has no plural _${form}`);
      }
    }
  }
  const basesOf = (side) => new Set([...side.texts.keys()].map((key) => baseOf(key, plurals)));
  const [inUz, inRu] = [basesOf(uz), basesOf(ru)];
  for (const key of inUz) if (!inRu.has(key)) problem(`${ru.file} ${key}: missing, it is in Uzbek`);
  for (const key of inRu) if (!inUz.has(key)) problem(`${uz.file} ${key}: missing, it is in Russian`);
  for (const key of inUz) {
    if (!inRu.has(key)) continue;
    const textsOf = (side) =>
      [...side.texts].filter(([one]) => baseOf(one, plurals) === key).map(([, text]) => text ?? '');
    const values = (side) => [...new Set(textsOf(side).flatMap(valuesIn))].filter((one) => one !== 'count').sort();
    if (values(uz).join() !== values(ru).join()) {
      problem(`${uz.file} ${key}: values {${values(uz)}} in Uzbek, {${values(ru)}} in Russian`);
    }
  }
  for (const [key, text] of uz.texts) {
    if (text !== null && text === ru.texts.get(key) && lettersIn(text) > 3 && !SAME_IN_BOTH.has(text)) {
      problem(`${uz.file} ${key}: "${text}" is the same in both languages; translate it or add it to SAME_IN_BOTH`);
    }
  }
}

// ---------------------------------------------------------------------------------------------- machines

const read = spawnSync(join(root, 'node_modules', '.bin', 'tsx'), ['scripts/machines.ts'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const machines = read.status === 0 ? JSON.parse(read.stdout) : [];
if (read.status !== 0) problem(`the machines cannot be read:\n${read.stderr ?? read.error}`);

/** Constants of a workflow as the gallery compares them. */
function constantsOf(machine) {
  const file = join(root, 'docs', 'generated', 'charts', `${machine}.json`);
  // a new workflow has none before `npm run docs`
  return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')).constants) : [];
}

for (const { machine, states, events, guards, systemEvents, ...parts } of machines) {
  const sides = namespaces.get(`machines/${machine}`);
  if (!sides) {
    problem(`locales/*/machines/${machine}.json: missing`);
    continue;
  }
  for (const language of languages) {
    if (!sides[language]) continue;
    const { file, tree } = sides[language];
    for (const state of states) {
      for (const part of ['name', 'description']) {
        if (!tree.states?.[state]?.[part]) problem(`${file}: state ${state} has no ${part}`);
      }
    }
    // answers of actors and delays too: a person who watches reads them as often
    for (const event of [...events, ...systemEvents]) {
      if (!tree.events?.[event]?.name) problem(`${file}: event ${event} has no name`);
    }
    // what is drawn, said and set by hand in the gallery
    for (const [part, one, names] of [
      ['guards', 'guard', guards],
      ['actions', 'action', parts.actions],
      ['actors', 'actor', parts.actors],
      ['delays', 'delay', parts.delays],
      ['constants', 'constant', constantsOf(machine)],
      ['facts', 'fact', parts.facts],
      ['cases', 'case', parts.cases],
      ['beginnings', 'beginning', parts.beginnings],
    ]) {
      for (const name of names) if (!tree[part]?.[name]) problem(`${file}: ${one} ${name} has no words`);
      for (const name of Object.keys(tree[part] ?? {})) {
        if (!names.includes(name)) problem(`${file}: the machine has no ${one} ${name}`);
      }
    }
    for (const state of Object.keys(tree.states ?? {})) {
      if (!states.includes(state)) problem(`${file}: the machine has no state ${state}`);
    }
    for (const event of Object.keys(tree.events ?? {})) {
      if (![...events, ...systemEvents].includes(event)) problem(`${file}: the machine has no event ${event}`);
    }
  }
}
if (read.status === 0) {
  for (const name of namespaces.keys()) {
    const machine = /^machines\/(.+)$/.exec(name)?.[1];
    if (machine && !machines.some((one) => one.machine === machine)) {
      problem(`locales/*/${name}.json: there is no machine ${machine}`);
    }
  }
}

// ---------------------------------------------------------------------------------------------- use

const has = (namespace, key) => {
  const sides = namespaces.get(namespace);
  const texts = sides?.uz?.texts ?? sides?.ru?.texts;
  return texts !== undefined && (texts.has(key) || sides.plurals.has(key));
};

/** A template or an allowed shape as an expression over keys; undefined when it has too little fixed text. */
function shapeOf(words) {
  const fixed = words.split('*');
  if (!fixed.every((part) => /^[\w.-]*$/.test(part)) || fixed.join('').replace(/\W/g, '').length < 3) return undefined;
  return new RegExp(`^${fixed.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`);
}

const use = { literals: new Set(), shapes: [], spaces: new Set(['common', 'errors']) };
const serverUse = { literals: new Set(), shapes: [], spaces: new Set([SERVER_NAMESPACE]) };

const LITERAL = /(['"])((?:[\w/-]+:)?[A-Za-z][\w.-]*)\1/g;
const TEMPLATE = /`((?:[\w/-]+:)?[\w.-]*\$\{[^`\n]*)`/g;

function collect(source, into) {
  for (const [, , literal] of source.matchAll(LITERAL)) into.literals.add(literal);
  for (const [, template] of source.matchAll(TEMPLATE)) {
    const [, space, words] = /^(?:([\w/-]+):)?(.*)$/.exec(template.replace(/\$\{[^}]*\}/g, '*'));
    const shape = shapeOf(words);
    if (shape) into.shapes.push({ space, shape });
  }
  for (const [, space, list] of source.matchAll(/\/\/ texts: (\S+) (.+)$/gm)) {
    into.spaces.add(space);
    for (const words of list.split(',')) {
      const shape = shapeOf(words.trim());
      if (shape) into.shapes.push({ space, shape });
    }
  }
}

/** The source without its doc comments, line by line as it was: examples in them are not calls. */
const sourceOf = (file) =>
  readFileSync(join(root, file), 'utf8').replace(/^[ \t]*\/\*\*[\s\S]*?\*\//gm, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );

const lineOf = (source, at) => source.slice(0, at).split('\n').length;

/** Asked for in src/ and without a file: reported once, not for every key. */
const absent = new Set();

for (const file of filesBelow('src', /\.tsx?$/)) {
  const source = sourceOf(file);
  collect(source, use);

  /** What `t` is in this file; a name that several components use for different texts has several. */
  const names = new Map();
  for (const [, name, space] of source.matchAll(/const (\w+) = useText\('([^']+)'\)/g)) {
    names.set(name, new Set([...(names.get(name) ?? []), space]));
  }
  for (const match of source.matchAll(/(?:useText|loadTexts)\(([^)]*)\)/g)) {
    for (const [, space] of match[1].matchAll(/'([^']+)'/g)) {
      use.spaces.add(space);
      if (!namespaces.has(space)) absent.add(space);
    }
  }
  // A file an area: useText(`plans/${area}`)
  for (const [, folder] of source.matchAll(/useText\(`([\w/-]+\/)\$\{/g)) {
    for (const space of namespaces.keys()) if (space.startsWith(folder)) use.spaces.add(space);
  }
  // Handed on as an argument: the texts of some caller.
  for (const [, name] of source.matchAll(/\b(\w+): Text\b/g)) if (!names.has(name)) names.set(name, undefined);
  names.set('say', new Set());

  for (const [name, spaces] of names) {
    for (const match of source.matchAll(new RegExp(`(?<![\\w.])${name}\\(\\s*(['"])([^'"]+)\\1`, 'g'))) {
      const [, space, key] = /^(?:([\w/-]+):)?(.*)$/.exec(match[2]);
      if (space) use.spaces.add(space);
      const places = space ? [space] : [...(spaces ?? namespaces.keys())];
      if (!places.some((one) => has(one, key) || absent.has(one))) {
        const where = space ?? (spaces ? places.join('|') : '*');
        problem(`${file}:${lineOf(source, match.index)}: no text ${where}:${key}`);
      }
    }
  }
}

// A missing file of a machine is reported above.
for (const space of absent)
  if (!space.startsWith('machines/')) problem(`locales/*/${space}.json: missing, src/ reads it`);

// Sentences that are put into a file when the app is built.
for (const file of filesBelow('build', /\.ts$/)) collect(sourceOf(file), use);

for (const file of filesBelow('server', /\.ts$/)) {
  const source = sourceOf(file);
  collect(source, serverUse);
  for (const match of source.matchAll(/(?<![\w.])say\([^,()]+(?:\([^)]*\))?[^,()]*,\s*'([^']+)'/g)) {
    if (!has(SERVER_NAMESPACE, match[1])) {
      problem(`${file}:${lineOf(source, match.index)}: no text ${SERVER_NAMESPACE}:${match[1]}`);
    }
  }
}

for (const [name, sides] of namespaces) {
  if (name.startsWith('machines/') || !sides.uz) continue;
  const { literals, shapes, spaces } = name === SERVER_NAMESPACE ? serverUse : use;
  if (!spaces.has(name)) {
    problem(`${sides.uz.file}: nothing reads it`);
    continue;
  }
  for (const key of new Set([...sides.uz.texts.keys()].map((one) => baseOf(one, sides.plurals)))) {
    const used =
      literals.has(key) ||
      literals.has(`${name}:${key}`) ||
      shapes.some(({ space, shape }) => (space === undefined || space === name) && shape.test(key));
    if (!used) problem(`${sides.uz.file} ${key}: nothing reads it`);
  }
}

// ---------------------------------------------------------------------------------------------- end

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n\nlocales: ${problems.length} problems\n`);
  process.exit(1);
}
const count = [...namespaces.values()].reduce((sum, { uz }) => sum + (uz?.texts.size ?? 0), 0);
process.stdout.write(`locales: ${namespaces.size} files, ${count} texts, ${machines.length} machines; no problems\n`);
