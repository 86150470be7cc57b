import { Button } from '@blueprintjs/core';
import { CrossIcon, DocumentIcon, MediaIcon, PaperclipIcon } from '@blueprintjs/icons';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { HeldFile } from '../../../contract/heldFile.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import {
  ACCEPTED_FILES,
  ACCEPTED_IMAGES,
  fileFault,
  heldFile,
  holdFile,
  isImage,
  MAX_FILE_MB,
  megabytes,
} from './files.ts';
import './files.css';

const TakePhoto = lazy(() => import('./TakePhoto.tsx'));

interface FilePickerProps {
  value: HeldFile | null;
  onChange: (file: HeldFile | null) => void;
  children: ReactNode;
  disabled?: boolean | undefined;
  /** only pictures are taken, from the camera as well */
  images?: boolean | undefined;
  /** of the server, about the file */
  error?: string | undefined;
}

/** The address of a chosen photo while it is shown. */
function usePreview(file: HeldFile | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const chosen = heldFile(file);
    if (file === null || chosen === undefined || !isImage(file.type)) return;
    const made = URL.createObjectURL(chosen);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}

/** A file or a photo; what is wrong with it is shown before it is sent. */
export function FilePicker({ value, onChange, children, disabled, images, error }: FilePickerProps) {
  const t = useText('files');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [fault, setFault] = useState<string | null>(null);
  const preview = usePreview(value);

  function choose(file: File | undefined): void {
    if (file === undefined) return;
    const wrong = fileFault(file, images);
    setFault(
      wrong === null
        ? null
        : t(`${wrong}`, {
            name: file.name,
            max: MAX_FILE_MB,
            size: formatNumber(megabytes(file.size), { decimals: 1, trim: true }),
          }),
    );
    if (wrong === null) onChange(holdFile(file));
  }

  const said = fault ?? error;
  const Icon = value && isImage(value.type) ? MediaIcon : DocumentIcon;
  return (
    <div className="file-picker">
      <input
        ref={input}
        id={id}
        type="file"
        className="unseen"
        tabIndex={-1}
        accept={images ? ACCEPTED_IMAGES : ACCEPTED_FILES}
        aria-label={t('choose')}
        aria-describedby={said ? `${id}-fault` : undefined}
        disabled={disabled}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // the same file may be chosen again after it was taken away
          event.target.value = '';
        }}
      />
      {preview !== null && <img className="photo" src={preview} alt={value?.name ?? ''} />}
      {value !== null && (
        <span className="held-file">
          <Icon size={12} />
          <span className="cut">{value.name}</span>
          <button
            type="button"
            aria-label={t('remove', { name: value.name })}
            disabled={disabled}
            onClick={() => onChange(null)}
          >
            <CrossIcon size={12} />
          </button>
        </span>
      )}
      <Button
        variant="minimal"
        icon={<PaperclipIcon size={14} />}
        disabled={disabled}
        onClick={() => input.current?.click()}
        text={children}
      />
      {images && (
        <Suspense>
          <TakePhoto onTaken={choose} disabled={disabled} />
        </Suspense>
      )}
      {said && (
        <div className="field-help error" id={`${id}-fault`} role="alert">
          {said}
        </div>
      )}
    </div>
  );
}
