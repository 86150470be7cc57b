/** All workflows: what each is for, how large it is, how it is tested; the states of one requirement by its link. */
import { Button, InputGroup } from '@blueprintjs/core';
import { CrossIcon, SearchIcon } from '@blueprintjs/icons';
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import { Link } from 'wouter';
import { useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { type Language, type Text, useLanguage, useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Toolbar } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { workflowPath } from './addresses.ts';
import { GROUPS } from './groups.ts';
import { type Indexed, useIndex } from './index.ts';
import { requirementWords } from './requirement.ts';
import { isOfRoles, type Roles, useRoles } from './roles.ts';
import { type Sentence, searched, useSentences } from './sentences.ts';
import './workflows.css';

const LAZY = {
  rules: lazy(() => import('./rules/Rules.tsx')),
  remarks: lazy(() => import('./remarks/RemarkList.tsx')),
  reports: lazy(() => import('./reports/Reports.tsx')),
};

/** The workflows; what was asked for, rule by rule; what people remarked on them; what people report as wrong. */
const LISTS = ['workflows', 'rules', 'remarks', 'reports'] as const;

export default function WorkflowsPage() {
  const t = useText('workflows');
  usePageTitle(t('pages:workflows'));
  const [params, set] = useAddress();
  const list = LISTS.find((one) => one === params.get('list')) ?? 'workflows';
  const choice = (
    <FilterChips
      items={LISTS.map((key) => ({ key, title: t(`lists.${key}`) }))}
      value={list}
      label={t('lists.label')}
      onChange={(next: (typeof LISTS)[number]) =>
        set({ ...NOTHING, list: next === 'workflows' ? null : next }, { push: true })
      }
    />
  );
  if (list === 'workflows') return <Workflows choice={choice} />;
  const Other = LAZY[list];
  return (
    <Suspense fallback={<SkeletonRows rows={12} />}>
      <Other choice={choice} />
    </Suspense>
  );
}

/** Filters of one list mean nothing in another. */
const NOTHING = {
  search: null,
  requirement: null,
  codes: null,
  state: null,
  section: null,
  rule: null,
  status: null,
  machine: null,
  sort: null,
  page: null,
  per_page: null,
  after: null,
  before: null,
  remark: null,
  row: null,
};

function Workflows({ choice }: { choice: ReactNode }) {
  const t = useText('workflows');
  const [params, set] = useAddress();
  const language = useLanguage();
  const entries = useIndex();
  const wanted = params.get('search') ?? '';
  const requirement = params.get('requirement');
  const codes = params.get('codes') === 'yes';
  const statesOf = ({ asked }: Indexed) => (requirement === null ? [] : (asked[requirement] ?? []));
  // the letters are there at once, what they find follows
  const asked = useDeferredValue(wanted);
  const isSearched = asked.trim() !== '';
  const sentences = useSentences(language, isSearched);
  const search = (query: string) => {
    const { found, inLists, isFound } = searched(
      entries.map((entry) => ({ name: entry.name, title: entry[language].name, about: entry[language].about })),
      sentences,
      query,
    );
    const hits = new Map(found.map(({ name, hits }) => [name, hits.map(({ sentence }) => sentence)]));
    return { found: hits, inLists, isFound };
  };
  // the words of a question beside the name of a position narrow the workflows
  const roles = useRoles(asked, isSearched);
  const whole = search(asked);
  const rest = roles && search(roles.rest);
  const ofRoles = roles && rest && isOfRoles(roles, whole, rest) ? rolesIn(roles, rest.found, t) : null;
  const { found, inLists } = ofRoles ?? whole;
  const order = [...found.keys()];
  const shown = entries
    .filter((entry) => found.has(entry.name) && (requirement === null || statesOf(entry).length > 0))
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));

  return (
    <>
      <Toolbar label={t('search')}>
        {choice}
        <InputGroup
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftIcon={<SearchIcon size={14} />}
          value={wanted}
          onChange={(event) => set({ search: event.target.value })}
        />
        {requirement !== null && (
          <Button
            endIcon={<CrossIcon size={14} />}
            text={requirementWords(t, requirement)}
            onClick={() => set({ requirement: null })}
          />
        )}
        <div className="toolbar-acts">
          {/* a switch would cost this page 26 kB before a chart is opened */}
          <Button
            variant="minimal"
            active={codes}
            aria-pressed={codes}
            text={t('codes')}
            onClick={() => set({ codes: codes ? null : 'yes' })}
          />
        </div>
      </Toolbar>
      {inLists.length > 0 && (
        <ul className="workflows-states workflows-hits" data-testid="listed">
          {inLists.map(([text, at]) => (
            <li key={text}>
              <Link href={`${pathOf('workflows')}?${at}`}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
      {shown.length === 0 && isSearched && sentences === undefined ? (
        <SkeletonRows rows={12} />
      ) : shown.length === 0 && inLists.length > 0 ? null : shown.length === 0 ? (
        <Empty kind="notFound" title={t('none')} text={t('noneText')}>
          <Button text={t('clear')} onClick={() => set({ search: null, requirement: null })} />
        </Empty>
      ) : (
        <div className="table-scroll">
          <table className="table workflows" aria-label={t('pages:workflows')}>
            <thead>
              <tr>
                <th scope="col">{t('workflow')}</th>
                <th scope="col" className="workflows-about">
                  {t('about')}
                </th>
                <th scope="col" className="end">
                  {t('states')}
                </th>
                <th scope="col" className="end of-more">
                  {t('transitions')}
                </th>
                <th scope="col" className="end of-more">
                  {t('paths')}
                </th>
                <th scope="col" className="workflows-layers">
                  {t('layers')}
                </th>
              </tr>
            </thead>
            {GROUPS.map((group) => {
              const own = shown.filter((entry) => entry.group === group);
              if (own.length === 0) return null;
              return (
                <tbody key={group}>
                  <tr className="workflows-group">
                    <th scope="rowgroup" colSpan={6}>
                      {t(`groups.${group}`)} <span className="muted">{t(`groupAbout.${group}`)}</span>
                    </th>
                  </tr>
                  {own.map((entry) => (
                    <Row
                      key={entry.name}
                      states={statesOf(entry)}
                      hits={found.get(entry.name) ?? []}
                      {...{ entry, language, codes, t }}
                    />
                  ))}
                </tbody>
              );
            })}
          </table>
        </div>
      )}
    </>
  );
}

/** The workflows of a question about positions, each led by what a position may do there; null where none is meant. */
function rolesIn({ positions, rest }: Roles, found: ReadonlyMap<string, readonly Sentence[]>, t: Text) {
  const own = new Map<string, Sentence[]>();
  for (const { id, title, machines } of positions)
    for (const name of machines) {
      if (rest !== '' && !found.has(name)) continue;
      const link: Sentence = [t('answers.role', { position: title }), `view=matrix&position=${id}`];
      own.set(name, [...(own.get(name) ?? []), link]);
    }
  const order = [...found.keys()];
  const led = [...own]
    .map(([name, links]) => [name, [...links, ...(found.get(name) ?? [])]] as const)
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return own.size === 0 ? null : { found: new Map<string, readonly Sentence[]>(led), inLists: [] };
}

interface RowProps {
  entry: Indexed;
  language: Language;
  /** Those of the requirement that is looked at. */
  states: readonly Indexed['asked'][string][number][];
  /** What of it answers the search. */
  hits: readonly Sentence[];
  /** Whether names of the code stand beside the words. */
  codes: boolean;
  t: Text;
}

/** Of the sentences that were found so many are shown. */
const MOST = 3;

function Row({ entry, language, states, hits, codes, t }: RowProps) {
  const { name, layers } = entry;
  const words = entry[language];
  return (
    <>
      <tr data-workflow={name}>
        <td>
          <Link href={workflowPath(name)}>{words.name}</Link> {codes && <span className="code muted">{name}</span>}
        </td>
        <td className="workflows-about">
          {words.about}
          {states.length > 0 && (
            <ul className="workflows-states">
              {states.map((state) => (
                <li key={state.path}>
                  <Link href={withQuery(workflowPath(name), { state: state.path })}>{state[language]}</Link>
                </li>
              ))}
            </ul>
          )}
        </td>
        <td className="end num">{entry.states}</td>
        <td className="end num of-more">{entry.transitions}</td>
        <td className="end num of-more">{entry.paths}</td>
        <td className="workflows-layers">{layers.map((layer) => t(`layer.${layer}`)).join(', ')}</td>
      </tr>
      {hits.length > 0 && (
        <tr data-hits={name}>
          <td colSpan={6}>
            <ul className="workflows-states workflows-hits" data-testid="hits">
              {hits.slice(0, MOST).map(([text, at]) => (
                <li key={text}>
                  <Link href={`${workflowPath(name)}${at.startsWith('#') ? at : `?${at}`}`}>{text}</Link>
                </li>
              ))}
              {hits.length > MOST && <li className="muted">{t('holders.more', { n: hits.length - MOST })}</li>}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}
