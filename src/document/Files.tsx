/** Files that hang on a document or a record: who may write in it adds one, and takes off what that person added. */
import { useState } from 'react';
import type { AttachedFiles } from '../../contract/document/attached.ts';
import type { HeldFile } from '../../contract/heldFile.ts';
import { ApiError, messageOf, newKey, request } from '../api/client.ts';
import { useUser } from '../app/session.ts';
import { FileList } from '../ui/document/FileList.tsx';
import { heldFile } from '../ui/files/files.ts';

interface FilesProps {
  calls: Pick<AttachedFiles, 'upload' | 'deleteFile'>;
  id: number;
  files: Parameters<typeof FileList>[0]['files'];
  mayWrite: boolean;
}

export function Files({ calls, id, files, mayWrite }: FilesProps) {
  const user = useUser();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function send(what: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await what();
    } catch (failure) {
      const said = failure instanceof ApiError ? failure.body?.errors?.file?.[0] : undefined;
      setError(said ?? messageOf(failure));
    }
    setBusy(false);
  }
  const add = (held: HeldFile) => {
    const file = heldFile(held);
    if (file !== undefined) void send(() => request(calls.upload, { params: { id }, body: { file }, key: newKey() }));
  };
  return (
    <FileList
      files={files}
      busy={busy}
      error={error}
      {...(mayWrite && {
        onAdd: add,
        onRemove: (file: { id: number }) =>
          void send(() => request(calls.deleteFile, { params: { id: file.id }, key: newKey() })),
        mayRemove: (file: { created_by: { id: number } }) => file.created_by.id === user.id,
      })}
    />
  );
}
