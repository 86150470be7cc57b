/** Whose stock the pages of the repository layout show. */
import { useEffect } from 'react';
import { useWarehouse } from '../app/warehouse.ts';
import { useText } from '../i18n/index.ts';
import { RemoteSelect } from '../ui/form/RemoteSelect.tsx';
import { useWarehouses, warehouses } from './warehouses.ts';

export default function WarehouseSwitch() {
  const t = useText('repository');
  const [id, choose] = useWarehouse();
  const found = useWarehouses(id !== null).data;
  const chosen = found?.find((one) => one.id === id);
  // it was taken from the person, or archived
  const gone = id !== null && found !== undefined && chosen === undefined;
  useEffect(() => {
    if (gone) choose(null);
  });
  return (
    <RemoteSelect
      of={warehouses}
      label={t('warehouse')}
      empty={t('every')}
      clearable
      value={id === null || gone ? null : { id, title: chosen === undefined ? '…' : titleOf(chosen) }}
      onChange={(option) => choose(option?.id ?? null)}
    />
  );
}

const titleOf = ({ name, organization }: { name: string; organization: string }) => `${organization}, ${name}`;
