import { useSelector } from '@xstate/react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import type { HeldFile } from '../../../../contract/heldFile.ts';
import { newKey } from '../../../api/client.ts';
import { useText } from '../../../i18n/index.ts';
import { FileList } from '../../../ui/document/FileList.tsx';
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
    <FileList
      files={act.files}
      busy={busy}
      error={error}
      add={t(act.file === null ? 'files.upload' : 'files.uploadAgain')}
      why={t(act.status === 'cancelled' ? 'files.cancelled' : 'files.later')}
      mark={({ id }) => id === act.file?.id && <StateChip look="done">{t('files.signed')}</StateChip>}
      {...(capabilities.may('file.upload') && {
        onAdd: (file: HeldFile) =>
          command.send({ type: 'command.do', command: { type: 'file.upload', file }, key: newKey() }),
      })}
    />
  );
}
