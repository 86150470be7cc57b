/**
 * Two versions of a chart: of a release, or of a file that somebody has sent, and the one that runs here or of a later
 * release. What is
 * different is drawn on one picture and listed, with the documents that stand where a way out is lost.
 */
import { Button, HTMLSelect, Switch } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { isReplayed, workflowStanding } from '../../../../contract/workflows.ts';
import type { Chart } from '../../../../machines/kit/chart.ts';
import {
  CHANGES,
  type Change,
  type ChangeKind,
  type ChartRecord,
  differenceOf,
  strandedBy,
} from '../../../../machines/kit/release.ts';
import { useCall } from '../../../api/queries.ts';
import { useAddress } from '../../../app/address.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { type Text, useLanguage, useText } from '../../../i18n/index.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import type { Chosen } from '../Diagram.tsx';
import { Drawn } from '../Drawn.tsx';
import { RELEASES, useRecord } from '../records.ts';
import { useDrawing } from '../useDrawing.ts';
import type { ViewProps } from '../viewProps.ts';
import { ChangeGroups, ChangeList } from './ChangeList.tsx';
import { Legend } from './Legend.tsx';
import { changesAt, marksOf } from './places.ts';
import { type Versions, wordsOfBoth } from './words.ts';
import './compare.css';

/** Whether a file is a chart as a release keeps it. */
const isRecord = (value: unknown): value is ChartRecord =>
  typeof value === 'object' && value !== null && 'chart' in value && 'bodies' in value && 'words' in value;

/** Both charts in one: what the older one has alone stands beside what there is now. */
function bothOf(before: Chart, after: Chart): Chart {
  const paths = new Set(after.states.map(({ path }) => path));
  const keys = new Set(after.transitions.map(({ key }) => key));
  const gone = before.states.filter(({ path }) => !paths.has(path));
  return {
    id: after.id,
    states: [...after.states, ...gone.map((state) => ({ ...state, initial: false }))],
    transitions: [...after.transitions, ...before.transitions.filter(({ key }) => !keys.has(key))],
  };
}

export function Compare({ entry, words, views }: ViewProps) {
  const t = useText('workflows');
  const [params, set] = useAddress();
  const [file, setFile] = useState<{ name: string; record: ChartRecord | null } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const codes = params.get('codes') === 'yes';
  const version = RELEASES.find((one) => one === params.get('since')) ?? RELEASES[0] ?? null;
  const kept = useRecord(entry.name, version ?? '');
  const later = version === null ? RELEASES : RELEASES.slice(0, RELEASES.indexOf(version));
  const until = later.find((one) => one === params.get('until')) ?? null;
  const now = useRecord(entry.name, until);
  const before = file === null ? kept : file.record;

  const take = async (given: File) => {
    const text = await given.text();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = null;
    }
    setFile({ name: given.name, record: isRecord(value) && value.chart.id === entry.name ? value : null });
  };

  const bar = (
    <div className="toolbar">
      {views}
      <HTMLSelect
        aria-label={t('compare.since')}
        value={file === null ? (version ?? '') : 'file'}
        onChange={(one) => {
          setFile(null);
          set({ since: one.currentTarget.value });
        }}
      >
        {RELEASES.map((one) => (
          <option key={one} value={one}>
            {t('compare.version', { version: one })}
          </option>
        ))}
        {file !== null && <option value="file">{file.name}</option>}
      </HTMLSelect>
      {later.length === 0 ? (
        <span className="muted">{t('compare.toNow')}</span>
      ) : (
        <HTMLSelect
          aria-label={t('compare.until')}
          value={until ?? ''}
          onChange={(one) => set({ until: one.currentTarget.value || null })}
        >
          <option value="">{t('compare.toNow')}</option>
          {later.map((one) => (
            <option key={one} value={one}>
              {t('compare.toVersion', { version: one })}
            </option>
          ))}
        </HTMLSelect>
      )}
      <div className="toolbar-acts">
        <Switch
          className="workflow-actions"
          checked={codes}
          label={t('codes')}
          onChange={() => set({ codes: codes ? null : 'yes' })}
        />
        <Button text={t('compare.file')} onClick={() => input.current?.click()} />
        <input
          ref={input}
          type="file"
          accept="application/json"
          hidden
          aria-label={t('compare.file')}
          onChange={(event) => {
            const [given] = event.currentTarget.files ?? [];
            if (given !== undefined) void take(given);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
  if (now === null || before === null)
    return (
      <div className="workflow-main">
        {bar}
        <Empty
          kind="notFound"
          title={t(file === null ? 'compare.new' : 'compare.notChart')}
          text={t(file === null ? 'compare.newText' : 'compare.notChartText')}
        >
          {file !== null && <Button text={t('compare.toRelease')} onClick={() => setFile(null)} />}
        </Empty>
      </div>
    );
  return <Both {...{ entry, words, bar, before, now, codes, t }} />;
}

interface BothProps extends Pick<ViewProps, 'entry' | 'words'> {
  bar: React.ReactNode;
  before: ChartRecord;
  now: ChartRecord;
  /** Whether names of the code stand beside the words. */
  codes: boolean;
  t: Text;
}

function Both({ entry, words: today, bar, before, now, codes, t }: BothProps) {
  const language = useLanguage();
  const [params, set] = useAddress();
  const words = wordsOfBoth(today, before, language, t);
  const both = { ...entry, chart: bothOf(before.chart, now.chart) };
  const changes = differenceOf(before, now);
  const stranded = strandedBy(before, now);
  const drawn = useDrawing(both, words, { codes, folds: false });
  const only = CHANGES.find((one) => one === params.get('only')) ?? null;
  const shown = changes.filter(({ change }) => only === null || change === only);
  const replayed = isReplayed(entry.name) ? entry.name : null;
  const isAsked = replayed !== null && stranded.vanished.length + stranded.fewerWays.length > 0;
  const { data, isError } = useCall(
    workflowStanding,
    { query: { machine: replayed ?? 'invoice' } },
    { enabled: isAsked },
  );
  /** Undefined until the server has said it: that is not none. */
  const standing = (path: string) => data && (data.data.find(({ state }) => state === path)?.documents ?? 0);
  const marks = marksOf(changes, both.chart);
  const chosen = chosenIn(params.get('change'), both.chart);
  return (
    <>
      <div className="workflow-main">
        {bar}
        <Drawn
          drawn={drawn}
          entry={both}
          words={words}
          instead={t('compare.instead')}
          chosen={chosen}
          onChoose={(next) => set({ change: next === null ? null : changeOf(next, both.chart) })}
          found={null}
          marks={marks}
        />
        <Legend t={t} />
        <div className="toolbar compare-kinds">
          <FilterChips
            items={[
              { key: 'all', title: t('compare.all'), count: changes.length },
              ...CHANGES.map((key) => ({
                key,
                title: t(`compare.kinds.${key}`),
                count: changes.filter(({ change }) => change === key).length,
              })),
            ]}
            value={only ?? 'all'}
            label={t('compare.kind')}
            onChange={(next: ChangeKind | 'all') => set({ only: next === 'all' ? null : next })}
          />
        </div>
        {changes.length === 0 && (
          <p className="compare-same" data-testid="same">
            {t('compare.same', { states: now.chart.states.length - 1, transitions: now.chart.transitions.length })}
          </p>
        )}
        <ChangeGroups changes={shown} chart={both.chart} {...{ words, before, now, codes, t }} />
      </div>
      <aside className="workflow-side" aria-label={t('side')} data-testid="side">
        {chosen !== null && <Here {...{ chosen, changes, chart: both.chart, words, before, now, codes, t }} />}
        <h2 className="section-title">{t('compare.documents')}</h2>
        {stranded.vanished.length + stranded.fewerWays.length === 0 && <p>{t('compare.nobody')}</p>}
        {[
          ...stranded.vanished.map((path) => ({ path, key: 'vanished' })),
          ...stranded.fewerWays.map((path) => ({ path, key: 'fewerWays' })),
        ].map(({ path, key }) => {
          const documents = standing(path);
          return (
            <p key={`${key} ${path}`} className={documents === 0 ? undefined : 'red'} data-stranded={path}>
              {t(`compare.${key}`, {
                state: words.state(path),
                n: documents === undefined ? '…' : formatNumber(documents),
              })}
            </p>
          );
        })}
        {isError && <p className="muted">{t('compare.unknown')}</p>}
        {replayed === null && <p className="muted">{t('compare.notStored')}</p>}
        <h3 className="side-title">{t('compare.prints')}</h3>
        <p className="muted">{t('compare.printsAbout')}</p>
      </aside>
    </>
  );
}

interface HereProps extends Versions {
  codes: boolean;
  chosen: NonNullable<Chosen>;
  changes: readonly Change[];
  chart: Chart;
}

/** What is different of the state or arrow that is chosen on the picture. */
function Here({ chosen, changes, chart, codes, ...versions }: HereProps) {
  const { words, t } = versions;
  const here = changesAt(changes, chart, chosen);
  const arrow = chosen.kind === 'transition' ? chart.transitions[chosen.at] : undefined;
  const name = chosen.kind === 'state' ? words.state(chosen.path) : arrow && words.sentence(arrow);
  return (
    <section className="compare-here" aria-label={name} data-testid="here">
      <h2 className="section-title">{name}</h2>
      {here.length === 0 ? (
        <p>{t('compare.sameHere')}</p>
      ) : (
        <ChangeList changes={here} {...{ chart, codes }} {...versions} />
      )}
    </section>
  );
}

const changeOf = (chosen: Exclude<Chosen, null>, chart: Chart): string =>
  chosen.kind === 'state' ? chosen.path : (chart.transitions[chosen.at]?.key ?? '');

function chosenIn(name: string | null, { states, transitions }: Chart): Chosen {
  if (name === null) return null;
  if (states.some(({ path }) => path === name)) return { kind: 'state', path: name };
  const at = transitions.findIndex(({ key }) => key === name);
  return at === -1 ? null : { kind: 'transition', at };
}
