/** What is being written about the act itself: it stays while other parts of the window are looked at, and outlives it as a draft. */
import { useMemo, useState } from 'react';
import type { HeldFile } from '../../../../contract/heldFile.ts';
import { useUnsaved } from '../../../app/navigation.ts';
import { type Draft, useDraft } from '../../../ui/form/drafts/useDraft.ts';
import { useDropped } from '../../../ui/form/drafts/useDropped.ts';
import type { CommandActor } from './actors.ts';

export interface WrittenComment {
  text: string;
  setText: (text: string) => void;
  file: HeldFile | null;
  setFile: (file: HeldFile | null) => void;
  draft: Draft;
}

export function useComment(actId: number, command: CommandActor): WrittenComment {
  const [text, setText] = useState('');
  const [file, setFile] = useState<HeldFile | null>(null);
  const isWritten = text.trim() !== '';
  useUnsaved(isWritten || file !== null);
  const draft = useDraft({
    place: { form: 'actComment', of: actId },
    written: useMemo(() => ({ fields: isWritten ? { text } : {}, base: {} }), [text, isWritten]),
    onTaken: ({ fields }) => setText(String(fields.text ?? '')),
    onStartedOver: () => setText(''),
  });
  useDropped({ draft }, (drop) => [
    command.on('command.done', ({ command: { type } }) => {
      if (type !== 'comment.add') return;
      setText('');
      setFile(null);
      drop();
    }),
  ]);
  return { text, setText, file, setFile, draft };
}
