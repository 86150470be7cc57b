/** The form of a client: at the list, on the card and on the page of a new one. What the PINFL says is said at once. */
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { isPinfl } from '../../../contract/checkDigits.ts';
import { clientFind, type FoundClient } from '../../../contract/clients.ts';
import { client } from '../../../contract/directories/client.ts';
import type { FieldOf } from '../../../contract/directory/fields.ts';
import { DOCUMENT, plainNumber, saidByPinfl } from '../../../contract/persons.ts';
import type { Fields as FormValues } from '../../../machines/recordPane/merge.ts';
import type { RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { request } from '../../api/client.ts';
import { directoryPane, type PaneHooks } from '../../directory/pane.tsx';
import { emptyValues } from '../../directory/values.ts';
import { formatDate } from '../../format/dates.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { CheckField, PersonalField } from '../../ui/form/fields.tsx';
import type { FieldBinding, Form } from '../../ui/form/useForm.ts';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { useClientDemands } from './demands.ts';
import { MyidFill } from './MyidFill.tsx';
import { cardPath } from './paths.ts';

export interface Listed {
  readonly reason: string;
  readonly from: string;
  readonly to: string | null;
}

const wholePinfl = (value: unknown): string | null => {
  const plain = plainNumber(String(value ?? ''));
  return isPinfl(plain) ? plain : null;
};

/** The client who has a PINFL or a document already, asked once it is typed whole. */
function useKnown(number: string | null): FoundClient | null {
  const [known, setKnown] = useState<{ number: string; client: FoundClient | null } | null>(null);
  useEffect(() => {
    if (number === null) return;
    const asked = new AbortController();
    request(clientFind, { body: { number }, signal: asked.signal }).then(
      ({ data }) => setKnown({ number, client: data.clients[0] ?? null }),
      // the save is refused with the same words
      () => {},
    );
    return () => asked.abort();
  }, [number]);
  return known !== null && known.number === number ? known.client : null;
}

function Known({ client: { id, fullname } }: { client: FoundClient }) {
  const t = useText('directories/client');
  return (
    <p className="field-help error" role="alert" data-testid="client-known">
      <Link href={cardPath(id)}>{t('known', { name: fullname })}</Link>
    </p>
  );
}

/** Of a document that is being written: whose it is, if it is another client's. */
function KnownDocument({ number, owner }: { number: string; owner: number | null }) {
  const known = useKnown(number);
  return known !== null && known.id !== owner ? <Known client={known} /> : null;
}

interface DocumentLine {
  readonly id: number | null;
  readonly number?: string | null;
}

function KnownDocuments({ form, record }: { form: Form<FormValues>; record: RecordView | null }) {
  const lines = form.values.documents as unknown as readonly DocumentLine[];
  const written = lines.filter(({ id }) => id === null).map(({ number }) => plainNumber(number ?? ''));
  return [...new Set(written)]
    .filter((number) => DOCUMENT.test(number))
    .map((number) => <KnownDocument key={number} number={number} owner={record?.id ?? null} />);
}

function PinflField({ form, record, t }: { form: Form<FormValues>; record: RecordView | null; t: Text }) {
  const binding = form.field('pinfl') as FieldBinding<string>;
  const pinfl = record === null ? wholePinfl(binding.value) : null;
  const known = useKnown(pinfl);
  const said = pinfl === null ? null : saidByPinfl(pinfl);
  const demands = useClientDemands(record === null, t);
  const filled = useRef<Partial<ReturnType<typeof saidByPinfl>>>({});
  /** What the number says is not typed twice, and follows it until somebody writes something else. */
  function write(value: string): void {
    binding.onChange(value);
    const whole = wholePinfl(value);
    if (whole === null) return;
    const now = saidByPinfl(whole);
    for (const name of ['birth_date', 'gender'] as const)
      if (form.values[name] === null || form.values[name] === filled.current[name]) form.set(name, now[name]);
    filled.current = now;
  }
  return (
    <>
      <PersonalField
        {...binding}
        label={t('fields.pinfl')}
        inputMode="numeric"
        maxLength={18}
        optional={record === null && demands.pinfl === undefined}
        autoFocus={record === null}
        disabled={binding.disabled || record !== null}
        onChange={write}
        help={
          said === null
            ? undefined
            : t('said', { date: formatDate(said.birth_date), gender: t(`values.gender.${said.gender}`) })
        }
      />
      {pinfl !== null && known === null && <MyidFill key={pinfl} form={form} pinfl={pinfl} />}
      {known !== null && <Known client={known} />}
    </>
  );
}

export function ListedNotice({ listed }: { listed: Listed }) {
  const t = useText('directories/client');
  return (
    <Notice tone="bad" inset>
      {t(listed.to === null ? 'about.listed' : 'about.listedUntil', {
        reason: listed.reason,
        from: formatDate(listed.from),
        to: listed.to === null ? '' : formatDate(listed.to),
      })}
    </Notice>
  );
}

interface Numbers {
  readonly pinfl?: string | null;
  readonly documents?: readonly { readonly number: string }[];
  readonly phones?: readonly { readonly phone: string }[];
}

/** Who sees no number whole hears why. */
export function MaskedReason({ pinfl, documents = [], phones = [] }: Numbers) {
  const t = useText('directories/client');
  const numbers = [pinfl, ...documents.map(({ number }) => number), ...phones.map(({ phone }) => phone)];
  return numbers.some((one) => one?.includes('*')) && <Reason>{t('about.masked')}</Reason>;
}

function About({ record }: { record: RecordView }) {
  const t = useText('directories/client');
  const listed = record.facts.listed as Listed | null;
  return (
    <>
      {listed !== null && <ListedNotice listed={listed} />}
      <p>
        <Link href={cardPath(record.id)} data-testid="client-card-link">
          {t('about.card')}
        </Link>
      </p>
      <MaskedReason {...(record.fields as Numbers)} />
    </>
  );
}

/** A line to be written. */
const lineOf = (field: FieldOf<'rows'>): FormValues => ({ ...emptyValues({ spec: field }), id: null, active: true });

// texts: directories/client disagree.birth_date, disagree.gender
export const CLIENT_HOOKS: PaneHooks = {
  about: (record) => <About record={record} />,
  initial: {
    documents: [lineOf(client.spec.fields.documents)],
    phones: [{ ...lineOf(client.spec.fields.phones), owner: 'self' }],
  },
  fields: {
    pinfl: PinflField,
    // a question that the server asks, once it has found somebody alike
    doubles_checked({ form, record, t }) {
      const binding = form.field('doubles_checked') as FieldBinding<boolean>;
      return record === null && (binding.error !== undefined || binding.value) ? (
        <CheckField label={t('fields.doubles_checked')} {...binding} />
      ) : null;
    },
  },
  useDemands: useClientDemands,
  below: { documents: (props) => <KnownDocuments {...props} /> },
  rules: {
    birth_date:
      (t) =>
      (value: string | null, { pinfl }) => {
        const whole = wholePinfl(pinfl);
        const said = whole === null ? null : saidByPinfl(whole).birth_date;
        return said === null || value === null || said === value
          ? null
          : { words: t('disagree.birth_date', { said: formatDate(said), written: formatDate(value) }) };
      },
    gender:
      (t) =>
      (value: string | null, { pinfl }) => {
        const whole = wholePinfl(pinfl);
        const said = whole === null ? null : saidByPinfl(whole).gender;
        return said === null || value === null || said === value
          ? null
          : { words: t('disagree.gender', { said: t(`values.gender.${said}`) }) };
      },
  },
};

export const clientPane = directoryPane(client, CLIENT_HOOKS);
