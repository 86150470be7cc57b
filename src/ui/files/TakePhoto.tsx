import { Button } from '@blueprintjs/core';
import { CameraIcon } from '@blueprintjs/icons';
import { lazy, Suspense, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';

const CameraDialog = lazy(() => import('./CameraDialog.tsx'));

interface TakePhotoProps {
  onTaken: (photo: File | undefined) => void;
  disabled?: boolean | undefined;
}

/** A photo from the camera: of the computer in a dialog, of a phone by its own app, which knows its cameras. */
export default function TakePhoto({ onTaken, disabled }: TakePhotoProps) {
  const t = useText('files');
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <input
        ref={input}
        type="file"
        className="unseen"
        tabIndex={-1}
        accept="image/*"
        capture="environment"
        aria-label={t('camera.open')}
        disabled={disabled}
        onChange={(event) => {
          onTaken(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button
        variant="minimal"
        icon={<CameraIcon size={14} />}
        disabled={disabled}
        onClick={() => (matchMedia('(pointer: coarse)').matches ? input.current?.click() : setOpen(true))}
        text={t('camera.open')}
        data-testid="camera-open"
      />
      {isOpen && (
        <Suspense>
          <CameraDialog
            onClose={() => setOpen(false)}
            onTaken={(photo) => {
              setOpen(false);
              onTaken(photo);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
