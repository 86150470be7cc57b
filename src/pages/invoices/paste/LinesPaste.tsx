import { Button } from '@blueprintjs/core';
import { ClipboardIcon } from '@blueprintjs/icons';
import { lazy, Suspense, useEffect } from 'react';
import { useText } from '../../../i18n/index.ts';
import type { PasteDialogProps } from './PasteDialog.tsx';

const PasteDialog = lazy(() => import('./PasteDialog.tsx').then((module) => ({ default: module.PasteDialog })));

/** Where a paste is the field's own, or a dialog's. */
const OWN = 'input, textarea, select, [contenteditable], [role="dialog"]';

/** The open dialog; null: closed, `text: null`: an empty field. */
export type Pasted = { text: string | null } | null;

interface LinesPasteProps extends Pick<PasteDialogProps, 'invoice' | 'end' | 'onAdded'> {
  pasted: Pasted;
  onPaste: (pasted: Pasted) => void;
}

/** Opens the paste dialog: a button, and Ctrl+V wherever nothing else takes it. */
export function LinesPaste({ invoice, end, pasted, onPaste, onAdded }: LinesPasteProps) {
  const t = useText('pasteLines');
  const open = pasted !== null;
  useEffect(() => {
    // an open dialog stays
    if (open) return;
    const paste = (event: ClipboardEvent) => {
      const own = event.target instanceof Element && event.target.closest(OWN) !== null;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!own && !event.defaultPrevented && text.trim() !== '') onPaste({ text });
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [open, onPaste]);
  return (
    <>
      <Button
        variant="minimal"
        icon={<ClipboardIcon size={14} />}
        text={t('button')}
        onClick={() => onPaste({ text: null })}
        data-testid="lines-paste"
      />
      {pasted && (
        <Suspense fallback={null}>
          <PasteDialog invoice={invoice} text={pasted.text} end={end} onClose={() => onPaste(null)} onAdded={onAdded} />
        </Suspense>
      )}
    </>
  );
}
