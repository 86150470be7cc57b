/** Beside a state, a transition or the walk of the simulation: its remarks, and a field for another one; of a whole chart all. */
import { Button } from '@blueprintjs/core';
import { REMARK_LENGTH, type Remarked, remarkCreate, remarksOfChart } from '../../../../contract/remarks.ts';
import { type ChartRecord, printOf } from '../../../../machines/kit/release.ts';
import { request } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { orRefused } from '../../../api/refusal.ts';
import { numberIn, useAddress } from '../../../app/address.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { AreaField } from '../../../ui/form/fields.tsx';
import { maxLength, required } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { useCommand } from '../../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { useArrivingRecord } from '../records.ts';
import { placeOf } from './places.ts';
import { Thread } from './Thread.tsx';
import './remarks.css';

interface RemarksProps {
  machine: string;
  /** Where a remark is written; null: on nothing, those of the whole chart are listed. */
  on: { kind: Remarked; place: string } | null;
}

/** Unsettled ones first, each part the newest first, as the server gives them. */
const settledLast = (one: { status: string }, other: { status: string }): number =>
  Number(one.status === 'settled') - Number(other.status === 'settled');

export default function Remarks({ machine, on }: RemarksProps) {
  const t = useText('remarks');
  const language = useLanguage();
  const record = useArrivingRecord(machine);
  const [params, set] = useAddress();
  const opened = numberIn(params, 'remark');
  const { data, error, refetch } = useCall(remarksOfChart, { query: { machine } });
  // every walk of a chart is listed: each is opened from here
  const isHere = ({ kind, place }: { kind: Remarked; place: string }) =>
    on === null || (kind === on.kind && (kind === 'walk' || place === on.place));
  const shown = data?.data.filter(isHere).sort(settledLast);
  return (
    <section aria-label={t('title')} className="remarks" data-testid="remarks">
      <h3 className="side-title">{t('title')}</h3>
      {error !== null && shown === undefined && (
        <Failed title={t('failed')} error={error} onRetry={() => void refetch()} />
      )}
      {error === null && shown === undefined && <SkeletonRows rows={2} columns={[3, 1]} />}
      {shown?.length === 0 && <p className="muted">{t(on === null ? 'noneOfChart' : 'none')}</p>}
      <ul className="plain">
        {shown?.map((remark) => (
          <Thread
            key={remark.id}
            remark={remark}
            place={placeOf(remark, record, language, t)}
            named={on === null || on.kind === 'walk'}
            opened={remark.id === opened}
            onOpen={(id) => set({ remark: id })}
            onAnswered={() => set({ remark: null })}
          />
        ))}
      </ul>
      {on !== null && record && (
        <Write key={on.kind === 'walk' ? machine : on.place} machine={machine} on={on} record={record} />
      )}
    </section>
  );
}

interface WriteProps {
  machine: string;
  on: NonNullable<RemarksProps['on']>;
  record: ChartRecord;
}

function Write({ machine, on, record }: WriteProps) {
  const t = useText('remarks');
  const send = useCommand<{ text: string }>(async ({ text }, key) => {
    const body = { machine, ...on, text, print: printOf(record) };
    await orRefused(() => request(remarkCreate, { body, key }));
    form.draft.drop();
    form.reset({ text: '' });
  });
  const form = useForm<{ text: string }>({
    // a walk goes on while one writes about it
    draft: { form: 'record.remark', of: `new.${machine} ${on.kind === 'walk' ? 'walk' : on.place}` },
    initial: { text: '' },
    rules: { text: [required, maxLength(REMARK_LENGTH)] },
    refused: send.refusal?.errors,
    busy: send.busy,
    onSave: send.act,
  });
  return (
    <Form form={form} label={t('write')} className="remark-form">
      <AreaField label={t(`writeOn.${on.kind}`)} maxLength={REMARK_LENGTH} {...form.field('text')} />
      {send.refusal && send.refusal.errors.text === undefined && (
        <RefusalNotice refusal={send.refusal} onClose={send.dismiss} inset />
      )}
      <Button
        text={t('write')}
        loading={send.busy}
        disabled={!form.isDirty}
        onClick={form.save}
        data-testid="remark-write"
      />
    </Form>
  );
}
