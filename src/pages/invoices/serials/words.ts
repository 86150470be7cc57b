import { useCallback } from 'react';
import type { Fault } from '../../../../machines/serialDesk/units.ts';
import { useText } from '../../../i18n/index.ts';

/** What is wrong with a unit, in whole words. */
export function useFaultWords(): (fault: Fault) => string {
  const t = useText('serialDesk');
  return useCallback(
    ({ reason, where, code }) => {
      // texts: serialDesk faults.*, places.*
      const found = reason === 'on_invoice' && where === null ? 'places.line' : `faults.${reason}`;
      return t(found, { where: where ?? '', code: code ?? '', count: (code ?? '').length });
    },
    [t],
  );
}
