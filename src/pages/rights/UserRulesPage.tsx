/** Rules of one person: from the position, added, taken away, until when; beside another person only what differs. */
import { Button, ButtonGroup, InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import {
  ORIGINS,
  type Origin,
  type PersonalRule,
  type RulesOfPerson,
  type Stuck,
  userRulePreview,
  userRuleShow,
  userRuleUpdate,
} from '../../../contract/rights.ts';
import { matches, searchKey } from '../../../contract/search.ts';
import { request } from '../../api/client.ts';
import { invalidate, useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useUnsaved } from '../../app/navigation.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { usePageName } from '../../directory/words.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { DayInput } from '../../ui/dates/DayInput.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { users } from '../../ui/form/choices.ts';
import { RemoteSelect } from '../../ui/form/RemoteSelect.tsx';
import { Pane, Toolbar } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { InfoBox, Notice } from '../../ui/Notice.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { BeforeSaving } from './BeforeSaving.tsx';
import { RightsOffer } from './RightsOffer.tsx';
import './rights.css';
import { type Change, type Own, RulesTree } from './RulesTree.tsx';
import { type RightChange, useRightsDraft } from './useRightsDraft.ts';
import { useSending } from './useSending.ts';

const VIEWS = ['all', 'holds', ...ORIGINS.filter((origin) => origin !== 'none'), 'until'] as const;
type View = (typeof VIEWS)[number];

const fits = (view: View, { holds, origin, until, over }: PersonalRule): boolean =>
  view === 'all' || (view === 'holds' ? holds : view === 'until' ? until !== null && !over : origin === view);

const ownOf = ({ origin }: PersonalRule): Own => (origin === 'added' || origin === 'taken' ? origin : 'none');

export default function UserRulesPage() {
  const t = useText('rights');
  const [params, setAddress] = useAddress();
  const id = numberIn(params, 'user_id');
  const other = numberIn(params, 'with');
  const [chosen, compared] = [useChosen(id), useChosen(other)];
  usePageTitle(usePageName());
  return (
    <>
      <Toolbar label={t('person')}>
        <RemoteSelect
          of={users}
          value={chosen}
          label={t('person')}
          empty={t('choosePerson')}
          onChange={(next) => setAddress({ user_id: next?.id, row: null }, { push: true })}
        />
        {id !== null && (
          <RemoteSelect
            of={users}
            value={compared}
            label={t('compare')}
            empty={t('compareNone')}
            onChange={(next) => setAddress({ with: next?.id }, { push: true })}
          />
        )}
      </Toolbar>
      {id === null ? (
        <Empty kind="nothing" title={t('choosePerson')} text={t('choosePersonText')} />
      ) : (
        <OfPerson key={id} id={id} other={other} />
      )}
    </>
  );
}

/** An address has only the id of who is chosen. */
function useChosen(id: number | null): { id: number; title: string } | null {
  const { data } = useCall(userRuleShow, { params: { id: id ?? 0 } }, { enabled: id !== null });
  return id === null ? null : { id, title: data?.data.person.fullname ?? users.titleOf(id) ?? '' };
}

const changeOf = (rule: PersonalRule): Change => {
  const own = ownOf(rule);
  return { own, until: own === 'none' ? null : rule.until };
};

function OfPerson({ id, other }: { id: number; other: number | null }) {
  const t = useText('rights');
  const found = useCall(userRuleShow, { params: { id } }, { refetchOnWindowFocus: false });
  if (found.isPending) return <SkeletonRows rows={15} columns={[3, 1, 1]} />;
  if (found.data === undefined)
    return <Failed title={t('failed')} error={found.error} onRetry={() => void found.refetch()} />;
  return <Editor read={found.data.data} id={id} other={other} />;
}

function Editor({ read, id, other }: { read: RulesOfPerson; id: number; other: number | null }) {
  const t = useText('rights');
  const mayEdit = useAllows('user_rule.edit') && !read.own;
  const [params, setAddress] = useAddress();
  const beside = useCall(userRuleShow, { params: { id: other ?? 0 } }, { enabled: other !== null });
  const [search, setSearch] = useState('');
  const [changes, setChanges] = useState<ReadonlyMap<number, Change>>(new Map());
  const [stuck, setStuck] = useState<Stuck | null>(null);
  const { busy, failure, run } = useSending(() => {
    setStuck(null);
    return invalidate(userRuleShow, { id });
  });
  const rules = useMemo(() => new Map(read.rules.map((rule) => [rule.id, rule])), [read]);
  const written = useMemo(
    () =>
      new Map(
        [...changes].flatMap(([rule, next]): [string, RightChange][] => {
          const of = rules.get(rule);
          if (of === undefined) return [];
          return [
            [String(rule), { title: of.title, value: { ...changeOf(of) }, next: { ...next }, version: read.version }],
          ];
        }),
      ),
    [changes, rules, read],
  );
  const kept = useRightsDraft({
    place: mayEdit ? { form: 'userRules', of: id } : null,
    changes: written,
    savedOf(key) {
      const rule = rules.get(Number(key));
      return rule?.may_give ? { value: { ...changeOf(rule) }, version: read.version } : undefined;
    },
    onTake: (taken) => setChanges(new Map(taken.map(([key, next]) => [Number(key), next as unknown as Change]))),
  });
  useUnsaved(changes.size > 0 && !busy);
  const view = VIEWS.find((one) => one === params.get('origin')) ?? 'all';
  const open = numberIn(params, 'row');
  const opened = read.rules.find((rule) => rule.id === open);
  const others = new Map((other === null ? [] : (beside.data?.data.rules ?? [])).map((rule) => [rule.id, rule]));
  const compares = other !== null && beside.data !== undefined;
  const found = read.rules.filter(
    (rule) =>
      fits(view, rule) &&
      (!compares || others.get(rule.id)?.holds !== rule.holds) &&
      matches(searchKey(`${rule.title} ${rule.resource}.${rule.action}`), search.trim()),
  );
  const write = (rule: PersonalRule, own: Own, until: string | null) =>
    setChanges((now) => {
      const next = new Map(now);
      if (own === ownOf(rule) && (own === 'none' || until === rule.until)) next.delete(rule.id);
      else next.set(rule.id, { own, until: own === 'none' ? null : until });
      return next;
    });
  const body = { changes: [...changes].map(([rule_id, change]) => ({ rule_id, ...change })) };

  async function save(reason: string, seen: string): Promise<void> {
    const { message } = await request(userRuleUpdate, {
      params: { id },
      body: { ...body, seen, ...(reason !== '' && { reason }) },
      ifMatch: read.version,
    });
    await invalidate(userRuleShow, { id });
    kept.end();
    setStuck(null);
    toastSuccess(message);
  }
  const look = () =>
    run(async () => {
      const { data } = await request(userRulePreview, { params: { id }, body });
      if (data.lines.length > 0) setStuck(data);
      else await save('', data.seen);
    });

  if (stuck !== null)
    return (
      <BeforeSaving
        stuck={stuck}
        busy={busy}
        failure={failure}
        onBack={() => setStuck(null)}
        onRecount={() => void look()}
        reason={kept.reason}
        onReason={kept.setReason}
        onSave={(reason) => void run(() => save(reason, stuck.seen))}
      >
        {null}
      </BeforeSaving>
    );
  const originWords = (rule: PersonalRule): string =>
    rule.over ? t('over', { date: formatDate(rule.until ?? '') }) : t(`origins.${rule.origin}`);
  return (
    <>
      <Toolbar label={t('rules')}>
        <FilterChips<View>
          label={t('origin')}
          value={view}
          onChange={(next) => setAddress({ origin: next === 'all' ? null : next })}
          items={VIEWS.map((one) => ({
            key: one,
            title: t(`views.${one}`),
            count: read.rules.filter((rule) => fits(one, rule)).length,
          }))}
        />
        <InputGroup
          type="search"
          leftIcon={<SearchIcon />}
          placeholder={t('search')}
          aria-label={t('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </Toolbar>
      <RightsOffer {...kept} />
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      {compares && (
        <Notice tone="info">
          {t('differs', {
            count: found.length,
            figure: formatNumber(found.length),
            name: beside.data?.data.person.fullname ?? '',
          })}
        </Notice>
      )}
      <div className="sheet-body list-body">
        <RulesTree
          rules={found}
          // what is searched or filtered is opened, and by each search anew
          narrowed={
            view !== 'all' || compares || search.trim() !== '' ? `${view} ${other ?? ''} ${search.trim()}` : null
          }
          selected={opened}
          onOpen={(rule) => setAddress({ row: rule })}
          changes={changes}
          originWords={originWords}
          beside={compares ? { name: beside.data?.data.person.fullname ?? '', rules: others } : null}
        />
        {opened !== undefined && (
          <Pane
            title={opened.title}
            sub={`${opened.resource}.${opened.action}`}
            closeLabel={t('close')}
            onClose={() => setAddress({ row: null })}
          >
            <p>
              {originWords(opened)}
              {opened.by !== null && ` · ${opened.by.fullname}`}
            </p>
            {mayEdit && opened.may_give ? (
              <Giving
                rule={opened}
                change={changes.get(opened.id)}
                onChange={(own, until) => write(opened, own, until)}
              />
            ) : (
              <InfoBox>{read.own ? t('ownRules') : t(mayEdit ? 'notHeld' : 'readOnly')}</InfoBox>
            )}
          </Pane>
        )}
      </div>
      {mayEdit && (
        <div className="action-bar">
          <Button
            intent="primary"
            text={t('saveCount', { count: changes.size, figure: formatNumber(changes.size) })}
            disabled={changes.size === 0}
            loading={busy}
            onClick={() => void look()}
            data-testid="save-user-rules"
          />
          <Button text={t('drop')} disabled={changes.size === 0} onClick={kept.end} />
          <span className="muted">{t('holds')}</span>
        </div>
      )}
    </>
  );
}

/** What the person has: what the position says, a rule of the own, or one taken away; the last two until a day. */
function Giving(props: {
  rule: PersonalRule;
  change: Change | undefined;
  onChange: (own: Own, until: string | null) => void;
}) {
  const { rule, change, onChange } = props;
  const t = useText('rights');
  const { own, until } = change ?? { own: ownOf(rule), until: rule.over ? null : rule.until };
  return (
    <>
      <ButtonGroup aria-label={t('origin')}>
        {(['none', 'added', 'taken'] as const).map((one: Exclude<Origin, 'position'>) => (
          <Button
            key={one}
            active={own === one}
            aria-pressed={own === one}
            text={t(`own.${one}`)}
            onClick={() => onChange(one as Own, until)}
          />
        ))}
      </ButtonGroup>
      {own !== 'none' && (
        <DayInput label={t('until')} placeholder={t('noEnd')} value={until} onChange={(day) => onChange(own, day)} />
      )}
    </>
  );
}
