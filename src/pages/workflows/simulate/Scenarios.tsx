/** Walks of a chart that are kept under a name: shown again, and marked where a change of the chart broke them. */
import { Button } from '@blueprintjs/core';
import { CrossIcon, UndoIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { type Scenario, scenarioAdd, scenarioDelete, scenarioIndex } from '../../../../contract/scenarios.ts';
import { brokenAt, endsOf, walkIn, walkText } from '../../../../machines/kit/simulation.ts';
import { request } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { orRefused } from '../../../api/refusal.ts';
import { useAddress } from '../../../app/address.ts';
import type { Text } from '../../../i18n/index.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { required } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { useCommand } from '../../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { toastSuccess } from '../../../ui/toasts.ts';
import type { Trial } from './trial.ts';
import type { Walked } from './useWalk.ts';

interface ScenariosProps {
  machine: string;
  trial: Trial;
  trials: ReadonlyMap<string, Trial>;
  walk: Walked;
  t: Text;
}

/** The first step, from 1, at which today's charts lead elsewhere; 0: none. */
function brokenStep({ walk, ends }: Scenario, trial: Trial, trials: ReadonlyMap<string, Trial>): number {
  const places = walkIn(walk);
  if (places === null) return 1;
  return (brokenAt(trial, (name) => trials.get(name), places, ends)?.at ?? -1) + 1;
}

export function Scenarios({ machine, trial, trials, walk, t }: ScenariosProps) {
  const { data, error, refetch } = useCall(scenarioIndex, { query: { machine } });
  const [removed, setRemoved] = useState<readonly Scenario[]>([]);
  const scenarios = data?.data;
  return (
    <section aria-label={t('scenarios.title')} data-testid="scenarios">
      <h3 className="side-title">{t('scenarios.title')}</h3>
      {error !== null && scenarios === undefined && (
        <Failed title={t('scenarios.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {error === null && scenarios === undefined && <SkeletonRows rows={2} columns={[3, 1]} />}
      {scenarios?.length === 0 && removed.length === 0 && <p className="muted">{t('scenarios.none')}</p>}
      <ul className="plain">
        {scenarios?.map((one) => (
          <Row
            key={one.id}
            scenario={one}
            broken={brokenStep(one, trial, trials)}
            onRemoved={() => setRemoved((before) => [...before, one])}
            t={t}
          />
        ))}
        {removed.map((one) => (
          <Removed
            key={one.id}
            scenario={one}
            onKept={() => setRemoved((before) => before.filter((other) => other !== one))}
            t={t}
          />
        ))}
      </ul>
      <Keep machine={machine} walk={walk} t={t} />
    </section>
  );
}

function Row({
  scenario,
  broken,
  onRemoved,
  t,
}: {
  scenario: Scenario;
  broken: number;
  onRemoved: () => void;
  t: Text;
}) {
  const [, set] = useAddress();
  const remove = useCommand<number>(async (id, key) => {
    await orRefused(() => request(scenarioDelete, { params: { id }, key }));
    onRemoved();
  });
  const { name, author, release } = scenario;
  return (
    <li data-scenario={scenario.id}>
      <div className="row">
        <button
          type="button"
          className="link grow"
          onClick={() => set({ walk: scenario.walk, at: null }, { push: true })}
        >
          {name}
        </button>
        {scenario.own && (
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon size={14} />}
            aria-label={t('scenarios.delete', { name })}
            loading={remove.busy}
            onClick={() => remove.act(scenario.id)}
          />
        )}
      </div>
      <p className={broken > 0 ? 'simulate-broken' : 'muted'}>
        {broken > 0 ? t('scenarios.broken', { at: broken, release }) : t('scenarios.works')} · {author}
      </p>
      {remove.refusal !== null && <RefusalNotice refusal={remove.refusal} onClose={remove.dismiss} inset />}
    </li>
  );
}

/** What was deleted while the page is open can be brought back. */
function Removed({ scenario, onKept, t }: { scenario: Scenario; onKept: () => void; t: Text }) {
  const { name, machine, walk, ends } = scenario;
  const back = useCommand<string>(async (_, key) => {
    await orRefused(() => request(scenarioAdd, { body: { machine, name, walk, ends }, key }));
    onKept();
  });
  return (
    <li>
      <div className="row">
        <span className="grow muted">{t('scenarios.deleted', { name })}</span>
        <Button
          variant="minimal"
          size="small"
          icon={<UndoIcon size={14} />}
          text={t('scenarios.undo')}
          loading={back.busy}
          onClick={() => back.act(name)}
        />
      </div>
      {back.refusal !== null && <RefusalNotice refusal={back.refusal} onClose={back.dismiss} inset />}
    </li>
  );
}

function Keep({ machine, walk, t }: { machine: string; walk: Walked; t: Text }) {
  const send = useCommand<{ name: string }>(async ({ name }, key) => {
    const body = { machine, name: name.trim(), walk: walkText(walk.places), ends: endsOf(walk.reached) };
    const { message } = await orRefused(() => request(scenarioAdd, { body, key }));
    toastSuccess(message);
    form.draft.drop();
    form.reset({ name: '' });
  });
  const form = useForm<{ name: string }>({
    draft: { form: 'record.scenario', of: `new.${machine}` },
    initial: { name: '' },
    rules: { name: required },
    refused: send.refusal?.errors,
    busy: send.busy,
    onSave: send.act,
  });
  const still = walk.places.length < 2;
  return (
    <Form form={form} label={t('scenarios.keep')}>
      <TextField
        label={t('scenarios.name')}
        maxLength={100}
        {...(still && { help: t('scenarios.needsSteps') })}
        {...form.field('name')}
      />
      {send.refusal !== null && send.refusal.errors.name === undefined && (
        <RefusalNotice refusal={send.refusal} onClose={send.dismiss} inset />
      )}
      <Button
        text={t('scenarios.keep')}
        loading={send.busy}
        disabled={still || form.values.name.trim() === '' || walk.reached.includes(undefined)}
        onClick={form.save}
      />
    </Form>
  );
}
