import { Threes } from '../../ui/Quantity.tsx';
import { nameOf } from './picked.ts';

/** An IMEI in threes, any other number as it is. */
export function UnitName({ unit }: { unit: Parameters<typeof nameOf>[0] }) {
  const name = nameOf(unit);
  return /^\d{15}$/.test(name) ? <Threes digits={name} /> : <span className="code">{name}</span>;
}
