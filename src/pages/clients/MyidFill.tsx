/** MyID fills who a new client is: empty fields at once, those that somebody wrote when it is asked for. */
import { Button, Checkbox } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { client } from '../../../contract/directories/client.ts';
import { type MyidPerson, type MyidSession, myidSessionShow } from '../../../contract/myid.ts';
import type { Fields as FormValues } from '../../../machines/recordPane/merge.ts';
import { useCall } from '../../api/queries.ts';
import { emptyValues } from '../../directory/values.ts';
import { useText } from '../../i18n/index.ts';
import type { Form } from '../../ui/form/useForm.ts';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { SessionState } from './SessionState.tsx';
import { SOON_MS, useMyid } from './useMyid.ts';

const FIELDS = ['fullname', 'birth_date', 'gender', 'documents'] as const;
type Name = (typeof FIELDS)[number];

/** What MyID said, as the form has it. */
const valuesOf = ({ fullname, birth_date, gender, document }: MyidPerson): Record<Name, FormValues[string]> => ({
  ...{ fullname, birth_date, gender },
  documents: [{ ...emptyValues({ spec: client.spec.fields.documents }), ...document, id: null, active: true }],
});

/** As it is compared: of the documents the number of the first one. */
const written = (name: Name, value: FormValues[string]): string =>
  name === 'documents'
    ? String((value as readonly { number?: string | null }[])[0]?.number ?? '')
    : String(value ?? '').trim();

export function MyidFill({ form, pinfl }: { form: Form<FormValues>; pinfl: string }) {
  const t = useText('directories/client');
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState<MyidSession | null>(null);
  const { ask, busy, error } = useMyid();
  const read = useCall(
    myidSessionShow,
    { params: { id: asked?.id ?? 0 } },
    {
      ...FRESH,
      enabled: asked !== null,
      refetchInterval: ({ state }) => (state.data?.data.status === 'in_progress' ? SOON_MS : false),
    },
  );
  const session = asked === null ? null : (read.data?.data ?? asked);
  const person = session?.person?.pinfl === pinfl ? session.person : null;
  const said = person === null ? null : valuesOf(person);
  const differing =
    said === null
      ? []
      : FIELDS.filter((name) => written(name, form.values[name] as never) !== written(name, said[name]));

  const fill = (names: readonly Name[]) => {
    if (said === null) return;
    for (const name of names) form.set(name, said[name] as never);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is empty is filled once, when the answer comes
  useEffect(() => {
    fill(differing.filter((name) => written(name, form.values[name] as never) === ''));
  }, [person?.pinfl]);

  return (
    <fieldset className="myid-fill" data-testid="myid-fill">
      <legend className="field-label">{t('myid.title')}</legend>
      {session !== null && <SessionState session={session} />}
      {person !== null && differing.length === 0 && <p className="field-help">{t('myid.filled')}</p>}
      {person !== null && differing.length > 0 && (
        <Notice
          tone="waiting"
          inset
          action={<Button size="small" text={t('myid.take')} onClick={() => fill(differing)} data-testid="myid-take" />}
        >
          {t('myid.otherwise', { fields: differing.map((name) => t(`fields.${name}`)).join(', ') })}
        </Notice>
      )}
      {session?.status !== 'in_progress' && person === null && (
        <>
          <Checkbox
            checked={agreed}
            label={t('myid.agreed')}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
            data-testid="myid-agreed"
          />
          <Button
            size="small"
            text={t('myid.fill')}
            disabled={!agreed}
            loading={busy}
            aria-describedby={agreed ? undefined : 'myid-fill-why'}
            onClick={() => void ask({ client_id: null, pinfl }).then((begun) => begun && setAsked(begun))}
            data-testid="myid-ask"
          />
          {!agreed && <Reason id="myid-fill-why">{t('myid.needsConsent')}</Reason>}
        </>
      )}
      {error !== null && (
        <Notice tone="bad" inset>
          {error}
        </Notice>
      )}
    </fieldset>
  );
}
