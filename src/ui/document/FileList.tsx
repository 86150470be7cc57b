/** Files of a document: who may add one and take one off again, each with its person and time. */
import { Button } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { FileInfo } from '../../../contract/common.ts';
import type { HeldFile } from '../../../contract/heldFile.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { FileLink } from '../files/FileLink.tsx';
import { FilePicker } from '../files/FilePicker.tsx';
import { Reason } from '../Notice.tsx';

interface FileListProps {
  files: readonly FileInfo[];
  /** Adds one; left out where the person may not. */
  onAdd?: ((file: HeldFile) => void) | undefined;
  /** Words of the button that adds one. */
  add?: string;
  /** Why none is added now. */
  why?: string | undefined;
  /** Takes one off; left out where the person may not. */
  onRemove?: ((file: FileInfo) => void) | undefined;
  mayRemove?: (file: FileInfo) => boolean;
  busy: boolean;
  error?: string | undefined;
  /** What stands beside a file: that it is the signed one. */
  mark?: (file: FileInfo) => ReactNode;
}

export function FileList({ files, onAdd, add, why, onRemove, mayRemove, busy, error, mark }: FileListProps) {
  const t = useText('files');
  return (
    <div className="stack" data-testid="files">
      {onAdd ? (
        <FilePicker
          value={null}
          disabled={busy}
          error={error}
          onChange={(file) => {
            if (file !== null) onAdd(file);
          }}
        >
          {add ?? t('add')}
        </FilePicker>
      ) : (
        why !== undefined && <Reason>{why}</Reason>
      )}
      {files.length === 0 ? (
        <p className="muted">{t('nothing')}</p>
      ) : (
        <ul className="commentaries">
          {files.map((file) => (
            <li key={file.id} className="commentary">
              <div className="row">
                <FileLink file={file} />
                {onRemove && mayRemove?.(file) !== false && (
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<CrossIcon size={12} />}
                    aria-label={t('remove', { name: file.name })}
                    disabled={busy}
                    onClick={() => onRemove(file)}
                  />
                )}
              </div>
              <div className="row wrap">
                {mark?.(file)}
                <span className="muted text-xs">
                  {file.created_by.fullname}, {formatDateTime(file.created_at)}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
