/** A photo from the camera of this computer: it is seen in the dialog until it is taken. */
import { Button } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { AskDialog } from '../AskDialog.tsx';
import { Notice } from '../Notice.tsx';

type Fault = 'none' | 'refused' | 'taken' | 'insecure';

/** What the browser calls it, by what a person can do about it. */
const FAULTS: Readonly<Record<string, Fault>> = {
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotAllowedError: 'refused',
  SecurityError: 'refused',
};

/** A face and a document are legible in so many points. */
const WANTED = { video: { width: { ideal: 1280 }, height: { ideal: 960 } }, audio: false } as const;
const QUALITY = 0.9;

const release = (stream: MediaStream | null) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

export default function CameraDialog({ onTaken, onClose }: { onTaken: (file: File) => void; onClose: () => void }) {
  const t = useText('files');
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isSeen, setSeen] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew with each try
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    setFault(null);
    setSeen(false);
    // there is none of it where the address is not secure
    const asked = navigator.mediaDevices?.getUserMedia(WANTED);
    if (asked === undefined) return setFault('insecure');
    asked.then(
      (opened) => {
        if (isOver) return release(opened);
        stream = opened;
        if (video.current !== null) video.current.srcObject = opened;
      },
      (error: unknown) => !isOver && setFault(FAULTS[(error as DOMException).name] ?? 'taken'),
    );
    return () => {
      isOver = true;
      release(stream);
    };
  }, [tries]);

  function take(): void {
    const shown = video.current;
    if (shown === null || !isSeen) return;
    const canvas = document.createElement('canvas');
    canvas.width = shown.videoWidth;
    canvas.height = shown.videoHeight;
    canvas.getContext('2d')?.drawImage(shown, 0, 0);
    canvas.toBlob(
      (photo) => photo !== null && onTaken(new File([photo], 'photo.jpg', { type: photo.type })),
      'image/jpeg',
      QUALITY,
    );
  }

  return (
    <AskDialog
      title={t('camera.title')}
      onClose={onClose}
      onSubmit={take}
      foot={
        <>
          {fault === null ? (
            <Button
              intent="primary"
              type="submit"
              text={t('camera.take')}
              disabled={!isSeen}
              data-testid="camera-take"
            />
          ) : (
            <Button text={t('camera.again')} onClick={() => setTries(tries + 1)} data-testid="camera-again" />
          )}
          <Button variant="minimal" text={t('common:close')} onClick={onClose} />
        </>
      }
    >
      {fault !== null ? (
        <div role="alert">
          <Notice tone="bad" inset>
            {t(`camera.${fault}`)}
          </Notice>
        </div>
      ) : (
        <>
          {!isSeen && (
            <p className="muted" role="status">
              {t('camera.opening')}
            </p>
          )}
          <video
            ref={video}
            className="camera"
            aria-label={t('camera.seen')}
            autoPlay
            muted
            playsInline
            onPlaying={() => setSeen(true)}
          />
        </>
      )}
    </AskDialog>
  );
}
