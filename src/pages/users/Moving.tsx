/**
 * Below the form of an employee whose position, branch or office is about to change: which open documents nobody could move
 * on any more. Those need a reason, which goes into the log.
 */
import { useEffect, useState } from 'react';
import { branchUserLeaving } from '../../../contract/people.ts';
import { STUCK_LETTERS } from '../../../contract/reason.ts';
import type { Stuck } from '../../../contract/rights.ts';
import type { Fields as FormValues } from '../../../machines/recordPane/merge.ts';
import type { RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { messageOf, request } from '../../api/client.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { AreaField } from '../../ui/form/fields.tsx';
import type { FieldBinding, Form } from '../../ui/form/useForm.ts';
import { Notice } from '../../ui/Notice.tsx';
import { documentsIn, StuckTable } from '../rights/Stuck.tsx';
import './users.css';

interface MovingProps {
  form: Form<FormValues>;
  record: RecordView;
  /** Texts of the directory. */
  own: Text;
}

const idIn = (values: FormValues, name: string): number | undefined =>
  (values[name] as { id: number } | null | undefined)?.id;

/** What is another one by now; null where nothing is, and while something is not chosen. */
function changesIn(values: FormValues, record: RecordView) {
  const [position_id, organization_id] = [idIn(values, 'position'), idIn(values, 'organization')];
  const same =
    position_id === idIn(record.fields, 'position') &&
    organization_id === idIn(record.fields, 'organization') &&
    values.office === record.fields.office;
  if (same || position_id === undefined || organization_id === undefined) return null;
  return { position_id, organization_id, office: values.office === true };
}

const NONE: Stuck = { lines: [], seen: '' };

export function Moving({ form, record, own }: MovingProps) {
  const t = useText('users');
  const changes = JSON.stringify(changesIn(form.values, record));
  const [found, setFound] = useState<{ of: string; stuck: Stuck; failure: string | null } | null>(null);
  const { id } = record;
  useEffect(() => {
    if (changes === 'null') return;
    const asked = new AbortController();
    request(branchUserLeaving, {
      params: { id },
      body: { event: 'user.update', ...JSON.parse(changes) },
      signal: asked.signal,
    }).then(
      ({ data: { stuck } }) => setFound({ of: changes, stuck, failure: null }),
      (error) => {
        if (!asked.signal.aborted) setFound({ of: changes, stuck: NONE, failure: messageOf(error) });
      },
    );
    return () => asked.abort();
  }, [id, changes]);
  const { stuck, failure } = found?.of === changes ? found : { stuck: NONE, failure: null };
  const wanted = stuck.lines.length > 0 ? stuck.seen : '';
  // what is saved is what was seen
  useEffect(() => {
    if (form.values.seen !== wanted) form.propose('seen', wanted);
  });
  if (failure !== null)
    return (
      <Notice tone="bad" inset>
        <b>{t('failed')}</b>: {failure}
      </Notice>
    );
  if (stuck.lines.length === 0) return null;
  const open = documentsIn(stuck.lines);
  return (
    <>
      <Notice tone="bad" inset>
        <b>{t('stuck', { count: open, figure: formatNumber(open) })}</b>{' '}
        {t('needReason', { figure: formatNumber(STUCK_LETTERS) })}
      </Notice>
      <div className="user-stuck">
        <StuckTable lines={stuck.lines} />
      </div>
      <AreaField
        label={own('fields.reason')}
        maxLength={500}
        rows={2}
        {...(form.field('reason') as FieldBinding<string>)}
      />
    </>
  );
}
