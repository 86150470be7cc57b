import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/client.ts';
import { useFailureWords } from '../app/network.ts';
import { useText } from '../i18n/index.ts';
import { Empty } from './Empty.tsx';

/**
 * In the place of what could not be read: the server's words, the request's id, and another try. That there is no network
 * the strip says, once for all of the page; what it was to bring comes by itself when it is back. Who has no right to it is
 * offered no other try: that would be refused again.
 */
export function Failed({ title, error, onRetry }: { title: ReactNode; error: ApiError; onRetry: () => void }) {
  const t = useText('common');
  const words = useFailureWords(error);
  const noRight = error.status === 403;
  return (
    <Empty
      kind={noRight ? 'noRight' : 'failed'}
      title={noRight ? t('noRight') : title}
      text={words}
      requestId={error.requestId}
      requestLabels={{ request: t('request'), copy: t('copy') }}
    >
      {!noRight && <Button text={t('retry')} onClick={onRetry} />}
    </Empty>
  );
}
