import type { Failure } from '../../../contract/failure.ts';
import { useText } from '../../i18n/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { RequestId } from '../../ui/RequestId.tsx';

export interface FailureNoticeProps {
  failure: Failure | null;
  fallback: string;
  /** Fields of the form that show their own messages: those are not repeated. */
  fields: readonly string[];
}

/** The server's answer, with the number of the request when it is the server's own trouble. */
export function FailureNotice({ failure, fallback, fields }: FailureNoticeProps) {
  const t = useText('common');
  if (failure === null) return null;
  const faulty = Object.keys(failure.fields);
  if (faulty.length > 0 && faulty.every((field) => fields.includes(field))) return null;
  return (
    <div role="alert" className="form-failure">
      <Notice tone={failure.status === 0 ? 'offline' : 'bad'} inset>
        {failure.message || fallback}
        {failure.requestId !== null && failure.status >= 500 && (
          <div>
            <RequestId id={failure.requestId} labels={{ request: t('request'), copy: t('copy') }} />
          </div>
        )}
      </Notice>
    </div>
  );
}
