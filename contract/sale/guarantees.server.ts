/** What only the server needs of the calls of `guarantees.ts`. */
import * as z from 'zod/mini';
import { id } from '../common.ts';
import { serverSide } from '../serverSide.ts';
import { RELATIONS } from './guarantees.ts';

const origin = 'extension' as const;

export const guaranteesServer = serverSide({
  guaranteeCreate: {
    origin,
    rule: 'contract.add|contract.edit',
    who: 'contractOwner',
    body: z.object({ contract_id: id(), client_id: id(), relation: z.optional(z.nullable(z.enum(RELATIONS))) }),
    summary: 'Names a guarantor of a draft contract: another client than the buyer.',
  },
  guaranteeReplace: {
    origin,
    rule: 'guarantor_contracts.edit',
    body: z.object({ client_id: id(), relation: z.optional(z.nullable(z.enum(RELATIONS))) }),
    event: { machine: 'guarantee', type: 'guarantee.sign' },
    alsoFires: [{ machine: 'guarantee', type: 'guarantee.release' }],
    summary: 'Another guarantor of a signed contract signs, and the one until then is free; an addendum is made out.',
  },
  guaranteeDrop: {
    origin,
    rule: 'contract.add|contract.edit',
    who: 'contractOwner',
    event: { machine: 'guarantee', type: 'guarantee.drop' },
    summary: 'Takes a guarantor off the draft.',
  },
});
