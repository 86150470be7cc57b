/** The client of a new document is the one by whom its list is filtered: who comes from a card chooses nobody again. */
import { useEffect, useEffectEvent } from 'react';
import { client } from '../../../contract/directories/client.ts';
import type { AnyDirectory } from '../../../contract/directory/directory.ts';
import type { Fields as FormValues } from '../../../machines/recordPane/merge.ts';
import type { RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { FieldControl } from '../../directory/controls.tsx';
import { helpOf } from '../../directory/words.ts';
import type { Text } from '../../i18n/index.ts';
import type { Form } from '../../ui/form/useForm.ts';

interface ClientOfAddressProps {
  /** The document, whose field is called `client`. */
  of: Pick<AnyDirectory, 'spec'>;
  form: Form<FormValues>;
  record: RecordView | null;
  t: Text;
}

export function ClientOfAddress({ of: { spec }, form, record, t }: ClientOfAddressProps) {
  const isNew = record === null;
  const [params] = useAddress();
  const asked = isNew ? numberIn(params, 'client_id') : null;
  const read = useCall(client.calls.show, { params: { id: asked ?? 0 } }, { enabled: asked !== null });
  const fullname = read.data?.data.fullname;
  const propose = useEffectEvent((id: number, title: string) => form.propose('client', { id, title }));
  useEffect(() => {
    if (asked !== null && fullname !== undefined) propose(asked, fullname);
  }, [asked, fullname]);
  const binding = form.field('client');
  const frozen = (record?.facts.frozen as Readonly<Record<string, string>> | undefined)?.client;
  const field = spec.fields.client;
  return (
    field && (
      <FieldControl
        {...{ name: 'client', field, t, of: spec.name, isNew, isFirst: asked === null }}
        help={helpOf(t, 'client')}
        binding={{ ...binding, disabled: binding.disabled || frozen !== undefined }}
      />
    )
  );
}
