/** Above a page whose right was taken while something unsaved stands on it: it stays until that is left. */
import { useState } from 'react';
import { formatTime } from '../format/dates.ts';
import { useText } from '../i18n/index.ts';
import { Notice } from '../ui/Notice.tsx';

export default function RightGone() {
  const t = useText('records');
  const [heardAt] = useState(() => Date.now());
  return (
    <Notice tone="bad">
      <b>{t('rightGone.since', { time: formatTime(heardAt) })}</b> {t('rightGone.text')}
    </Notice>
  );
}
