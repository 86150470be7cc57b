/** The requirement matrix: a page of the documents, and the same as data for the gallery. */

import type { Workflow } from './machines.ts';
import { LAYERS, type LayerProof, type ProvedRule, provedRules, type RuleState } from './requirements.ts';

const MARKS: Readonly<Record<RuleState, string>> = {
  failed: '🔴 failed',
  untested: '🔴 no test',
  again: '🟡 look again',
  notRun: 'not run yet',
  proved: 'proved',
  nothing: '',
};
const HEADINGS: Readonly<Record<string, string>> = {
  '2': 'Screens and routes',
  '3': 'Entities and their fields',
  '4': 'States and transitions',
  '5': 'Validation rules',
  '6': 'Roles and permissions',
  '7': 'Calls',
  '8': 'Errors',
  '9': 'Constants',
  decisions: 'Decisions',
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
/** What a layer came to, with the day and the commit of the oldest of its runs. */
const counts = ({ files, passed, failed, run }: LayerProof): string => {
  if (files.length === 0) return '–';
  if (run === null && failed.length === 0) return `${files.length} not run`;
  const when = run === null ? '' : ` ${run.date} \`${run.commit}\``;
  return failed.length > 0 ? `✗ ${failed.length}${when}` : `✓ ${passed}${when}`;
};

function table(rules: readonly ProvedRule[]): string[] {
  return [
    '| № | rule | charts | rows | model | server | screen | |',
    '|---|---|---|---|---|---|---|---|',
    ...rules.map((rule) => {
      const { id, text, charts, rows, layers, state } = rule;
      const links = charts.map((name) => `[${name}](workflows/${name}.md)`).join(', ');
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      const proofs = LAYERS.map((layer) => counts(layers[layer]));
      const cells = [id, cell(text), links, total || '', ...proofs, MARKS[state]];
      return state === 'nothing' ? `| ${id} | ${cell(text)} | | | | | | |` : `| ${cells.join(' | ')} |`;
    }),
  ];
}

/** A section takes the worst of its rules. */
const WORST: readonly RuleState[] = ['failed', 'untested', 'again', 'notRun', 'proved'];
const worstOf = (rules: readonly ProvedRule[]): RuleState =>
  WORST.find((state) => rules.some((rule) => rule.state === state)) ?? 'nothing';

export function requirementPages(workflows: readonly Workflow[], notice: string): [file: string, text: string][] {
  const rules = provedRules(workflows);
  const of = (state: RuleState) => rules.filter((rule) => rule.state === state).length;
  const page = [
    '# Requirements',
    '',
    notice,
    '',
    'Every sentence of sections 2 to 9 of the specification and every decision, with the charts, rows of hand-written tables and tests that stand for it, and what the last noted run of each layer came to, with its day and commit. A sentence without marks asks for nothing.',
    '',
    `${rules.length - of('nothing')} rules: ${of('proved')} proved, ${of('notRun')} not run yet, ${of('again')} to be looked at again, ${of('untested')} without a test, ${of('failed')} failed.`,
    '',
    ...Object.entries(HEADINGS).flatMap(([section, title]) => {
      const own = rules.filter((rule) => rule.section === section);
      return [
        `## ${section === 'decisions' ? '' : `${section}. `}${title}: ${MARKS[worstOf(own)]}`,
        '',
        ...table(own),
        '',
      ];
    }),
  ];
  return [
    ['requirements.md', page.join('\n')],
    ['requirements.json', `${JSON.stringify(rules, null, 1)}\n`],
  ];
}
