/**
 * What was asked for, rule by rule: the charts, rows of tables and tests that stand for it, and what the last noted run
 * came to. The data are those of `docs/generated/requirements.md`.
 */
import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { type ReactNode, use } from 'react';
import { Link } from 'wouter';
import { matches, searchKey } from '../../../../contract/search.ts';
import { useAddress } from '../../../app/address.ts';
import { formatDateTime, formatDateTimeFull } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { type Language, type Text, useLanguage, useText } from '../../../i18n/index.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { Toolbar } from '../../../ui/layout.tsx';
import { classes, type Look } from '../../../ui/look.ts';
import { workflowPath } from '../addresses.ts';
import { useIndex } from '../index.ts';
import './rules.css';

const LAYERS = ['model', 'server', 'screen'] as const;
type Layer = (typeof LAYERS)[number];

interface Proof {
  files: string[];
  passed: number;
  failed: { file: string; title: string; words: string }[];
  run: { date: string; commit: string } | null;
}

type RuleState = 'failed' | 'untested' | 'again' | 'notRun' | 'proved' | 'nothing';

interface Rule {
  id: string;
  source: string;
  section: string;
  text: string;
  ru: string;
  uz: string;
  /** Its words in full. */
  full: { ru: string; uz: string };
  charts: string[];
  rows: Record<string, number>;
  layers: Record<Layer, Proof>;
  state: RuleState;
}

/** The worst first: a section is as good as its worst rule. */
const STATES = ['failed', 'untested', 'again', 'notRun', 'proved'] as const;
type Shown = (typeof STATES)[number];
const LOOKS: Readonly<Record<Shown, Look>> = {
  failed: 'bad',
  untested: 'off',
  again: 'waiting',
  notRun: 'new',
  proved: 'done',
};

const STATE_COLOURS: Readonly<Partial<Record<RuleState, string>>> = { failed: 'red', untested: 'red', again: 'amber' };

const file = import.meta.glob<Rule[]>('../../../../docs/generated/requirements.json', { import: 'default' });

let coming: Promise<Rule[]> | undefined;

/** Every rule that asks for something; suspends until they are here. */
function useRules(): readonly Rule[] {
  coming ??= Promise.all(Object.values(file).map((load) => load()))
    .then((found) => found.flat().filter(({ state }) => state !== 'nothing'))
    .catch((error: unknown) => {
      coming = undefined;
      throw error;
    });
  return use(coming);
}

const keyOf = ({ source, id }: Rule) => `${source}-${id}`;
const titleOf = (rule: Rule, language: Language): string => (language === 'ru' ? rule.ru : rule.uz);
const fullOf = ({ full }: Rule, language: Language): string => (language === 'ru' ? full.ru : full.uz);
const countIn = (rules: readonly Rule[], state: Shown): number => rules.filter((rule) => rule.state === state).length;

/** @param choice between this list and that of the workflows, for the toolbar. */
export default function Rules({ choice }: { choice: ReactNode }) {
  const t = useText('requirements');
  const language = useLanguage();
  const rules = useRules();
  const [params, set] = useAddress();
  const state = STATES.find((one) => one === params.get('state')) ?? 'all';
  const section = params.get('section') ?? '';
  const wanted = params.get('search') ?? '';
  const chosen = rules.find((rule) => keyOf(rule) === params.get('rule'));
  const sections = [...new Set(rules.map((rule) => rule.section))];
  const within = rules.filter(
    (rule) =>
      (section === '' || rule.section === section) &&
      matches(
        searchKey(
          `${rule.id} ${titleOf(rule, language)} ${fullOf(rule, language)} ${rule.text} ${rule.charts.join(' ')}`,
        ),
        wanted,
      ),
  );
  // nothing but the state narrows the list: that none is shown says something of all rules
  const isEvery = state !== 'all' && within.length === rules.length;
  const shown = within.filter((rule) => state === 'all' || rule.state === state);

  return (
    <div className="rules-sheet">
      <Toolbar label={t('filters')}>
        {choice}
        <FilterChips
          label={t('state.label')}
          value={state}
          onChange={(next: Shown | 'all') => set({ state: next === 'all' ? null : next })}
          items={[
            { key: 'all', title: t('state.all'), count: within.length },
            ...STATES.map((key) => ({
              key,
              title: t(`state.${key}`),
              count: countIn(within, key),
              look: LOOKS[key],
            })),
          ]}
        />
        <HTMLSelect
          aria-label={t('section')}
          value={section}
          onChange={({ target }) => set({ section: target.value || null })}
          options={[
            { value: '', label: t('everySection') },
            ...sections.map((value) => ({ value, label: sectionTitle(t, value) })),
          ]}
        />
        <InputGroup
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftIcon={<SearchIcon size={14} />}
          value={wanted}
          onChange={(event) => set({ search: event.target.value })}
        />
      </Toolbar>
      {shown.length === 0 ? (
        <Empty
          kind="notFound"
          title={t(isEvery ? `noneOf.${state}` : 'none')}
          text={isEvery ? t('noneOfText', { count: rules.length }) : t('noneText')}
        />
      ) : (
        <div className="rules">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys */}
          <section className="table-scroll" aria-label={t('title')} tabIndex={0}>
            <table className="table dense rules-table" aria-label={t('title')} data-testid="rules">
              <thead>
                <tr>
                  <th scope="col">№</th>
                  <th scope="col">{t('rule')}</th>
                  <th scope="col">{t('charts')}</th>
                  <th scope="col" className="end">
                    {t('rows')}
                  </th>
                  {LAYERS.map((layer) => (
                    <th key={layer} scope="col" className="rules-layer">
                      {t(`layer.${layer}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              {sections.map((one) => {
                const own = shown.filter((rule) => rule.section === one);
                if (own.length === 0) return null;
                const whole = rules.filter((rule) => rule.section === one);
                const worst = STATES.find((each) => countIn(whole, each) > 0) ?? 'proved';
                return (
                  <tbody key={one}>
                    <tr className={`rules-section is-${worst}`}>
                      <th scope="rowgroup" colSpan={7}>
                        {sectionTitle(t, one)}{' '}
                        <span className="muted">
                          {STATES.filter((each) => countIn(whole, each) > 0)
                            .map((each) => `${t(`state.${each}`)}: ${formatNumber(countIn(whole, each))}`)
                            .join(', ')}
                        </span>
                      </th>
                    </tr>
                    {own.map((rule) => (
                      <Row
                        key={keyOf(rule)}
                        rule={rule}
                        chosen={rule === chosen}
                        onChoose={() => set({ rule: rule === chosen ? null : keyOf(rule) })}
                        t={t}
                        language={language}
                      />
                    ))}
                  </tbody>
                );
              })}
            </table>
          </section>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys, also where no link is in it */}
          <aside className="workflow-side" aria-label={t('side')} data-testid="rule" tabIndex={0}>
            {chosen === undefined ? (
              <p className="muted">{t('choose')}</p>
            ) : (
              <Side rule={chosen} t={t} language={language} />
            )}
          </aside>
        </div>
      )}
    </div>
  );
}

// texts: requirements sections.*
const sectionTitle = (t: Text, section: string): string => t(`sections.${section}`);

interface RuleProps {
  rule: Rule;
  t: Text;
  language: Language;
}

function Row({ rule, chosen, onChoose, t, language }: RuleProps & { chosen: boolean; onChoose: () => void }) {
  const { id, charts, rows, layers, state } = rule;
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return (
    <tr className={`is-${state}`} aria-selected={chosen} data-rule={keyOf(rule)} data-state={state}>
      <td className="num">{id}</td>
      <td>
        <button type="button" className="link rules-title" aria-expanded={chosen} onClick={onChoose}>
          {titleOf(rule, language)}
        </button>
        <div className={classes('rules-state text-xs', STATE_COLOURS[state])}>{t(`state.${state}`)}</div>
      </td>
      <td>
        <Charts charts={charts} />
      </td>
      <td className="end num">{total === 0 ? '—' : formatNumber(total)}</td>
      {LAYERS.map((layer) => (
        <Cell key={layer} proof={layers[layer]} t={t} />
      ))}
    </tr>
  );
}

function Charts({ charts }: { charts: readonly string[] }): ReactNode {
  const language = useLanguage();
  const entries = useIndex();
  if (charts.length === 0) return '—';
  return charts.map((name, at) => {
    const entry = entries.find((one) => one.name === name);
    return (
      <span key={name}>
        {at > 0 && ', '}
        <Link href={workflowPath(name)}>{entry?.[language].name ?? name}</Link>
      </span>
    );
  });
}

/** The moment of a run, written in UTC. */
const atOf = ({ date }: NonNullable<Proof['run']>): string => `${date.replace(' ', 'T')}:00Z`;

/** What one layer came to: passed or failed, when and of which commit. */
function Cell({ proof: { files, passed, failed, run }, t }: { proof: Proof; t: Text }) {
  if (files.length === 0) return <td className="rules-layer muted">—</td>;
  return (
    <td className="rules-layer num">
      {failed.length > 0 ? (
        <b className="red">{t('failedCount', { count: failed.length })}</b>
      ) : (
        run !== null && `✓ ${formatNumber(passed)}`
      )}
      <div className="text-xs muted">
        {run === null ? <Run run={run} t={t} /> : `${formatDateTime(atOf(run))} ${run.commit}`}
      </div>
    </td>
  );
}

function Run({ run, t }: { run: Proof['run']; t: Text }) {
  if (run === null) return <span className="muted nowrap">{t('notRunShort')}</span>;
  return (
    <>
      {formatDateTimeFull(atOf(run))} <span className="code muted">{run.commit}</span>
    </>
  );
}

/** A text with names of the code between backticks. */
const WithNames = ({ text }: { text: string }) =>
  text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move
      <span key={at} className="code">
        {part}
      </span>
    ),
  );

/** The rule in full: its words, what failed first, and every test by layer. */
function Side({ rule, t, language }: RuleProps) {
  const entries = useIndex();
  const failed = LAYERS.flatMap((layer) => rule.layers[layer].failed.map((one) => ({ layer, ...one })));
  /** The workflow that a test file is of, by its name; undefined of a file that is of none. */
  const subjectOf = (file: string): string | undefined => {
    const name = /([^/.]+)\.(?:test|spec)\.tsx?$/.exec(file)?.[1];
    return entries.find((one) => one.name === name)?.[language].name;
  };
  return (
    <>
      <p className="muted">
        {sectionTitle(t, rule.section)} · {rule.id}
      </p>
      <h2 className="section-title">{titleOf(rule, language)}</h2>
      <p>
        <WithNames text={fullOf(rule, language)} />
      </p>
      <details>
        <summary>{t('words')}</summary>
        <p lang="en">
          <WithNames text={rule.text} />
        </p>
      </details>
      {failed.map(({ layer, file, title, words }) => (
        <div key={`${file} ${title}`} className="rules-failure">
          <b>
            {subjectOf(file) === undefined
              ? t('failureOther', { layer: t(`layer.${layer}`) })
              : t('failure', { layer: t(`layer.${layer}`), subject: subjectOf(file) })}
          </b>
          <details>
            <summary>{t('developer')}</summary>
            <dl className="facts">
              <dt>{t('test')}</dt>
              <dd lang="en">{title}</dd>
              <dt>{t('seen')}</dt>
              <dd lang="en">{words}</dd>
              <dt>{t('file')}</dt>
              <dd className="code">{file}</dd>
            </dl>
          </details>
        </div>
      ))}
      {rule.state === 'untested' && <p className="red">{t('untestedText')}</p>}
      {rule.state === 'again' && <p className="amber">{t('againText', { id: rule.id })}</p>}
      {LAYERS.map((layer) => {
        const { files, run } = rule.layers[layer];
        return (
          <section key={layer} aria-label={t(`layer.${layer}`)}>
            <h3 className="side-title">
              {t(`layer.${layer}`)} {files.length > 0 && <Run run={run} t={t} />}
            </h3>
            {files.length === 0 ? (
              <p className="muted">{t('noTests')}</p>
            ) : (
              <ul className="plain rules-files">
                {files.map((file) => (
                  <li key={file}>
                    {subjectOf(file) !== undefined && <div>{t('walks', { name: subjectOf(file) })}</div>}
                    <div className="code muted text-xs">{file}</div>
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
      {Object.keys(rule.rows).length > 0 && (
        <>
          <h3 className="side-title">{t('rows')}</h3>
          <ul className="plain">
            {Object.entries(rule.rows).map(([chart, count]) => (
              <li key={chart}>
                <Charts charts={[chart]} />: {formatNumber(count)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
