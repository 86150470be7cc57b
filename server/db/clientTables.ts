/** Tables of clients. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { Defaulted, InstantNow, InstantOrNone, OrNone } from './columns.ts';

export interface ClientTables {
  client: {
    id: Generated<number>;
    last_name: string;
    first_name: string;
    father_name: Defaulted<string>;
    fullname: GeneratedAlways<string>;
    pinfl: OrNone<string>;
    birth_date: string;
    gender: 'male' | 'female';
    verified_at: InstantOrNone;
    verified_by: OrNone<'myid' | 'document'>;
    organization_id: number;
    active: Defaulted<boolean>;
    version: Defaulted<number>;
    created_by: number;
    created_at: InstantNow;
    updated_at: InstantOrNone;
    since: InstantNow;
    search_key: Defaulted<string>;
  };
  client_document: {
    id: Generated<number>;
    client_id: number;
    kind: 'passport' | 'id_card';
    number: string;
    issued_by: Defaulted<string>;
    issued_on: string;
    expires_on: string;
    current: Defaulted<boolean>;
    created_at: InstantNow;
  };
  client_phone: {
    id: Generated<number>;
    client_id: number;
    phone: string;
    owner: 'self' | 'relative' | 'work';
    relation: Defaulted<string>;
    checked: Defaulted<boolean>;
    place: Defaulted<number>;
  };
  client_address: {
    id: Generated<number>;
    client_id: number;
    kind: 'registered' | 'actual';
    province_id: number;
    region_id: number;
    village_id: OrNone<number>;
    street: string;
    landmark: Defaulted<string>;
  };
  client_workplace: {
    id: Generated<number>;
    client_id: number;
    workplace_id: number;
    position: Defaulted<string>;
    since: OrNone<string>;
    salary: OrNone<number>;
    payday: OrNone<number>;
  };
}
