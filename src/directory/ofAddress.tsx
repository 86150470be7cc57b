/**
 * What a new record takes from its page's address: who comes from a card or a contract chooses nothing again. A reference is
 * there by its id (`client_id=5`, which may narrow the list too), any other field as `new_statement`, which no filter is called;
 * what the form would refuse is not taken, and what somebody has written stays.
 */
import { useEffect, useEffectEvent } from 'react';
import type { Field } from '../../contract/directory/fields.ts';
import type { Fields as FormValues, Json } from '../../machines/recordPane/merge.ts';
import { numberIn } from '../app/address.ts';
import type { Text } from '../i18n/index.ts';
import type { Form } from '../ui/form/useForm.ts';
import { faultIn } from './controls.tsx';

/** Of a reference: the title of a record, read by its id; undefined: not known yet, or there is none. */
export type UseTitle = (id: number) => string | undefined;

/** Fields that an address may name, references with what reads their titles. */
export type OfAddress = Readonly<Record<string, UseTitle | 'written'>>;

type Given = Readonly<Record<string, number | string>>;

const isTaken = (field: Field | undefined, value: string, t: Text): boolean => {
  if (field === undefined || faultIn(field, value as never, t) !== null) return false;
  if (field.kind === 'oneOf') return field.values.includes(value);
  return field.kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
};

/** What of the address a new record may begin with. */
export function givenIn(
  params: URLSearchParams,
  of: OfAddress,
  fields: Readonly<Record<string, Field>>,
  t: Text,
): Given {
  return Object.fromEntries(
    Object.entries(of).flatMap(([name, how]) => {
      const value = how === 'written' ? params.get(`new_${name}`) : numberIn(params, `${name}_id`);
      const taken = typeof value === 'string' ? isTaken(fields[name], value, t) : value !== null;
      return taken ? [[name, value as string | number] as const] : [];
    }),
  );
}

interface ProposedProps {
  form: Form<FormValues>;
  of: OfAddress;
  given: Given;
}

/** Puts it into the fields that nobody has changed. */
export const Proposed = ({ form, of, given }: ProposedProps) =>
  Object.entries(given).map(([name, value]) => {
    const how = of[name];
    return typeof value === 'number' && typeof how === 'function' ? (
      <Referred key={name} {...{ form, name, id: value }} useTitle={how} />
    ) : (
      <Written key={name} {...{ form, name, value }} />
    );
  });

interface WrittenProps {
  form: Form<FormValues>;
  name: string;
  value: Json | undefined;
}

function Written({ form, name, value }: WrittenProps) {
  const known = JSON.stringify(value);
  const propose = useEffectEvent(() => {
    if (value !== undefined) form.propose(name, value);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each value, whoever makes the object
  useEffect(() => propose(), [known]);
  return null;
}

function Referred({
  form,
  name,
  id,
  useTitle,
}: {
  form: Form<FormValues>;
  name: string;
  id: number;
  useTitle: UseTitle;
}) {
  const title = useTitle(id);
  return <Written {...{ form, name }} value={title === undefined ? undefined : { id, title }} />;
}
