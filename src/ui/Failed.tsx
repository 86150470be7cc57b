import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/client.ts';
import { useFailureWords } from '../app/network.ts';
import { useText } from '../i18n/index.ts';
import { Empty } from './Empty.tsx';

/**
 * In the place of what could not be read: the server's words, the request's id, and another try. That there is no network
 * the strip says, once for all of the page; what it was to bring comes by itself when it is back.
 */
export function Failed({ title, error, onRetry }: { title: ReactNode; error: ApiError; onRetry: () => void }) {
  const t = useText('common');
  return (
    <Empty
      kind={error.status === 403 ? 'noRight' : 'failed'}
      title={title}
      text={useFailureWords(error)}
      requestId={error.requestId}
      requestLabels={{ request: t('request'), copy: t('copy') }}
    >
      <Button text={t('retry')} onClick={onRetry} />
    </Empty>
  );
}
