import { useCallback } from 'react';
import type { ScanNotice } from '../../../../machines/countingWorkspace/list.ts';
import { formatTimeSeconds } from '../../../format/dates.ts';
import { useText } from '../../../i18n/index.ts';
import type { EntryQueue } from './actors.ts';

/** Why a scan was not taken, in whole words. */
export function useNoticeWords(entryQueue: EntryQueue): (notice: ScanNotice) => string {
  const t = useText('counter');
  return useCallback(
    ({ reason, code, productId, before }) => {
      return t(`notices.${reason}`, {
        code,
        title: (productId === null ? undefined : entryQueue.desk.catalogue.titleOf(productId)) ?? code,
        time: before === null ? '' : formatTimeSeconds(before),
        digits: code.replace(/\D/g, '').length,
      });
    },
    [t, entryQueue],
  );
}
