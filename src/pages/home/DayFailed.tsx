/** In the place of what waits, when it could not be read. Its own button: home loads no other control. */
import type { ApiError } from '../../api/client.ts';
import { useFailureWords } from '../../app/network.ts';
import { useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';

export function DayFailed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useText('home');
  return (
    <Empty
      kind="failed"
      title={t('failed')}
      text={useFailureWords(error)}
      requestId={error.requestId}
      requestLabels={{ request: t('common:request'), copy: t('common:copy') }}
    >
      <button type="button" className="bp6-button" onClick={onRetry}>
        {t('common:retry')}
      </button>
    </Empty>
  );
}
