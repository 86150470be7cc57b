import { DuplicateIcon } from '@blueprintjs/icons';

export interface RequestIdProps {
  id: string;
  labels?: { request: string; copy: string } | undefined;
}

/** The number to give to support, copied with a press. */
export function RequestId({ id, labels }: RequestIdProps) {
  return (
    <span className="request-id">
      <span>
        {labels?.request} {id}
      </span>
      <button
        type="button"
        aria-label={labels?.copy ?? id}
        title={labels?.copy}
        onClick={() => void navigator.clipboard?.writeText(id)}
      >
        <DuplicateIcon size={12} />
      </button>
    </span>
  );
}
