import { DocumentIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fileDownload } from '../../../contract/counting/acts.ts';
import type { StoredImage } from '../../../contract/images.ts';
import { messageOf, requestFile } from '../../api/client.ts';
import { useTask } from '../../app/useTask.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { saveBlob } from '../saveBlob.ts';
import { isImage, megabytes } from './files.ts';
import './files.css';

const read = (id: number, signal?: AbortSignal) => requestFile(fileDownload, { params: { id }, signal });

/** A photo kept on the server, shown small. @param named whether its name stands beside it: it is not said twice */
export function Photo({ file, named }: { file: StoredImage; named?: boolean }) {
  const { data: blob } = useQuery({
    queryKey: ['photo', file.id],
    queryFn: ({ signal }) => read(file.id, signal),
    // a file never changes
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url === null ? <span className="photo" /> : <img className="photo" src={url} alt={named ? '' : file.name} />;
}

export function FileLink({ file, preview }: { file: StoredImage; preview?: boolean }) {
  const t = useText('files');
  const download = useTask<void, void>(async () => saveBlob(await read(file.id), file.name));
  const size = formatNumber(megabytes(file.size), { decimals: 1, trim: true });
  return (
    <span className="file-link">
      <button type="button" className="link" disabled={download.busy} onClick={() => download.begin()}>
        {preview && isImage(file.type) ? <Photo file={file} named /> : <DocumentIcon size={14} />}
        <span className="cut">{file.name}</span>
      </button>
      <span className="muted text-xs">{t('size', { size })}</span>
      {download.error !== null && (
        <span className="red text-xs" role="alert">
          {messageOf(download.error)}
        </span>
      )}
    </span>
  );
}
