import { useSelector } from '@xstate/react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { newKey } from '../../../api/client.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { useText } from '../../../i18n/index.ts';
import { FileLink } from '../../../ui/files/FileLink.tsx';
import { FilePicker } from '../../../ui/files/FilePicker.tsx';
import { Reason } from '../../../ui/Notice.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import type { CommandActor } from './actors.ts';
import type { Capabilities } from './commands.ts';

/** The signed act and everything that was attached to comments. */
export function FilesTab({
  act,
  capabilities,
  command,
}: {
  act: ActDetails;
  capabilities: Capabilities;
  command: CommandActor;
}) {
  const t = useText('counting');
  const busy = useSelector(command, (snapshot) => snapshot.hasTag('busy'));
  const error = useSelector(command, ({ context }) =>
    context.command?.type === 'file.upload' ? context.refusal?.errors.file?.[0] : undefined,
  );
  return (
    <div className="stack">
      {capabilities.may('file.upload') ? (
        <FilePicker
          value={null}
          disabled={busy}
          error={error}
          onChange={(file) => {
            if (file !== null)
              command.send({ type: 'command.do', command: { type: 'file.upload', file }, key: newKey() });
          }}
        >
          {t(act.file === null ? 'files.upload' : 'files.uploadAgain')}
        </FilePicker>
      ) : (
        <Reason>{t(act.status === 'cancelled' ? 'files.cancelled' : 'files.later')}</Reason>
      )}
      {act.files.length === 0 ? (
        <p className="muted">{t('files.nothing')}</p>
      ) : (
        <ul className="commentaries" data-testid="files">
          {act.files.map((file) => (
            <li key={file.id} className="commentary">
              <FileLink file={file} />
              <div className="row wrap">
                {file.id === act.file?.id && <StateChip look="done">{t('files.signed')}</StateChip>}
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
