import { Button } from '@blueprintjs/core';
import type { Refusal } from '../../contract/refusal.ts';
import { useText } from '../i18n/index.ts';
import { Notice } from './Notice.tsx';
import { RequestId } from './RequestId.tsx';
import './ask.css';

interface RefusalNoticeProps {
  refusal: Refusal<unknown>;
  onRetry?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
  onLine?: ((productId: number) => void) | undefined;
  inset?: boolean;
  /** No field is shown that could say what is wrong with it: a file that was dropped, a step of one click. */
  fieldless?: boolean;
}

/** Field errors are shown at their fields; here are the server's message, the lines concerned, the request. */
export function RefusalNotice({ refusal, onRetry, onClose, onLine, inset, fieldless }: RefusalNoticeProps) {
  const t = useText('common');
  const said = fieldless ? Object.values(refusal.errors).flat() : [];
  const acts = (
    <span className="row">
      {refusal.kind === 'failed' && onRetry && (
        <Button size="small" onClick={onRetry} text={t('retry')} data-testid="command-retry" />
      )}
      {onClose && (
        <Button size="small" variant="minimal" onClick={onClose} text={t('close')} data-testid="command-dismiss" />
      )}
    </span>
  );
  return (
    <div role="alert" data-testid="refusal" data-code={refusal.code}>
      <Notice tone="bad" inset={inset ?? false} action={acts}>
        <b>{said.length > 0 ? said.join(' ') : refusal.message || t('request')}</b>{' '}
        {refusal.lines.length > 0 && (
          <ul className="refused-lines">
            {refusal.lines.map((line) => (
              <li key={line.product_variant_id}>
                {onLine ? (
                  <button type="button" className="link" onClick={() => onLine(line.product_variant_id)}>
                    {line.title}
                  </button>
                ) : (
                  line.title
                )}
                {line.text !== undefined && <span className="muted"> {line.text}</span>}
              </li>
            ))}
          </ul>
        )}
        {refusal.requestId !== '' && (
          <RequestId id={refusal.requestId} labels={{ request: t('request'), copy: t('copy') }} />
        )}
      </Notice>
    </div>
  );
}
