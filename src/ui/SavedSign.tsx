import { CloudTickIcon, CloudUploadIcon, ErrorIcon, FloppyDiskIcon } from '@blueprintjs/icons';
import { formatNumber } from '../format/numbers.ts';

export interface SavedSignProps {
  /** entries safe on this computer, waiting to be sent, on the server, refused */
  here: number;
  queued: number;
  server: number;
  failed: number;
  labels: { here: string; queued: (count: number) => string; server: string; failed: string };
}

export function SavedSign({ here, queued, server, failed, labels }: SavedSignProps) {
  return (
    <span className="saved" role="status">
      <span className="fam-green">
        <FloppyDiskIcon size={12} className="green" />
        {labels.here} <b>{formatNumber(here)}</b>
      </span>
      <span>
        {queued > 0 ? <CloudUploadIcon size={14} className="amber" /> : <CloudTickIcon size={14} className="green" />}
        {labels.server} <b>{formatNumber(server)}</b>
        {queued > 0 && <span className="queued">{labels.queued(queued)}</span>}
      </span>
      {failed > 0 && (
        <span className="failed">
          <ErrorIcon size={12} />
          {labels.failed} <b>{formatNumber(failed)}</b>
        </span>
      )}
    </span>
  );
}
