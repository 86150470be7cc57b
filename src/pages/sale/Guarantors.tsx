/** Who answers for a contract beside its buyer: named and taken off while it is a draft, read afterwards. */
import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ContractDetails } from '../../../contract/sale/contracts.ts';
import {
  guaranteeCreate,
  guaranteeDrop,
  guaranteeReplace,
  RELATIONS,
  type Relation,
} from '../../../contract/sale/guarantees.ts';
import { guaranteeMachine } from '../../../machines/guarantee/guarantee.machine.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { sourceOf } from '../../directory/sources.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/form/fields.tsx';
import { RemoteSelect } from '../../ui/form/RemoteSelect.tsx';
import { lookOf } from '../../ui/look.ts';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { cardPath } from '../clients/paths.ts';
import { VerifyClient } from '../clients/VerifyClient.tsx';

const clients = sourceOf('client');

const bare = { onBlur: () => {}, onFault: () => {}, onPropose: () => {}, error: undefined, disabled: false };

// texts: sale relations.*
export function Guarantors({ contract }: { contract: ContractDetails }) {
  const t = useText('sale');
  const tm = useText('machines/guarantee');
  const [relation, setRelation] = useState<Relation | null>(null);
  const add = useCommand(async (client_id: number, key: string) => {
    const body = { contract_id: contract.id, client_id, relation };
    await orRefused(() => request(guaranteeCreate, { body, key }));
    setRelation(null);
  });
  const drop = useCommand(async ({ id, version }: { id: number; version: number }, key: string) => {
    await orRefused(() => request(guaranteeDrop, { params: { id }, ifMatch: version, key }));
  });
  const [instead, setInstead] = useState<number | null>(null);
  const other = useCommand(async ({ id, client_id }: { id: number; client_id: number }, key: string) => {
    const sent = { params: { id }, body: { client_id, relation }, key };
    toastSuccess((await orRefused(() => request(guaranteeReplace, sent))).message);
    setRelation(null);
    setInstead(null);
  });
  const mayName = contract.allowed_events.includes('contract.amend');
  const command = [add, drop, other].find((one) => one.refusal !== null);
  const busy = add.busy || drop.busy || other.busy;
  if (!mayName && contract.guarantees.length === 0) return null;
  return (
    <section className="sale-part" aria-label={t('guarantors')} data-testid="guarantors">
      <h2>{t('guarantors')}</h2>
      {command?.refusal && <RefusalNotice inset refusal={command.refusal} onClose={command.dismiss} />}
      {contract.guarantees.length > 0 && (
        <ul className="sale-guarantors">
          {contract.guarantees.map((one) => (
            <li key={one.id} className={`sale-guarantor ${one.status}`} data-status={one.status}>
              <div className="row wrap">
                <Link href={cardPath(one.client_id)}>{one.client}</Link>
                <StateChip look={lookOf(guaranteeMachine.states[one.status]?.meta)} quiet>
                  {tm(`states.${one.status}.name`)}
                </StateChip>
                {one.allowed_events.includes('guarantee.drop') && (
                  <Button
                    size="small"
                    variant="minimal"
                    text={t('guarantorDrop')}
                    disabled={busy}
                    onClick={() => drop.act(one)}
                    data-testid="guarantor-drop"
                  />
                )}
                {one.replaceable && instead !== one.id && (
                  <Button
                    size="small"
                    variant="minimal"
                    text={t('guarantorReplace')}
                    disabled={busy}
                    onClick={() => setInstead(one.id)}
                    data-testid="guarantor-replace"
                  />
                )}
              </div>
              <div className="muted text-xs">
                {[
                  one.relation && t(`relations.${one.relation}`),
                  one.amount !== null &&
                    t(one.released_on ? 'guarantorAnswered' : 'guarantorAmount', { sum: formatNumber(one.amount) }),
                  one.signed_on && t('guarantorSince', { day: formatDate(one.signed_on) }),
                  one.released_on && t('guarantorUntil', { day: formatDate(one.released_on) }),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </div>
              {one.unfit !== null && <div className="red text-xs">{one.unfit}</div>}
              {one.identify && mayName && <VerifyClient id={one.client_id} stale={['contractShow']} />}
            </li>
          ))}
        </ul>
      )}
      {(mayName || instead !== null) && (
        <div className="sale-head sale-naming">
          <SelectField
            {...bare}
            name="relation"
            label={t('relation')}
            empty={t('relationNone')}
            value={relation}
            onChange={setRelation}
            options={RELATIONS.map((value) => ({ value, title: t(`relations.${value}`) }))}
          />
          <Field
            label={t(instead === null ? 'guarantorAdd' : 'guarantorOther')}
            help={t(instead === null ? 'guarantorHelp' : 'guarantorOtherHelp')}
          >
            {(wiring) => (
              <RemoteSelect
                of={clients}
                value={null}
                label={t(instead === null ? 'guarantorAdd' : 'guarantorOther')}
                empty={t('guarantorChoose')}
                wiring={wiring}
                disabled={busy}
                fill
                onChange={(option) => {
                  if (option === null) return;
                  if (instead === null) add.act(option.id);
                  else other.act({ id: instead, client_id: option.id });
                }}
              />
            )}
          </Field>
        </div>
      )}
    </section>
  );
}
