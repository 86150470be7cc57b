import { Button } from '@blueprintjs/core';
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { useText } from '../../i18n/index.ts';

/** Of the picture, whatever the screen: it is printed some six centimetres wide. */
const WIDTH = 900;
const HEIGHT = 270;
const PEN = 5;

interface SignaturePadProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Why nobody signs yet; null when the field is open. */
  closed: string | null;
  signed: boolean;
  onSigned: (signed: boolean) => void;
}

/** Signed by pen, finger or mouse. */
export function SignaturePad({ canvas, closed, signed, onSigned }: SignaturePadProps) {
  const t = useText('outputs');
  const drawing = useRef(false);
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, WIDTH, HEIGHT);
    onSigned(false);
  };
  // what is to be handed over has changed: it is signed anew
  const isClosed = closed !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it closes
  useEffect(() => {
    if (isClosed && signed) clear();
  }, [isClosed]);

  const placeOf = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * HEIGHT];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext('2d');
    if (isClosed || pen === null || event.button > 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    pen.lineWidth = PEN;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    // it is printed: dark on what is transparent
    pen.strokeStyle = '#162023';
    pen.beginPath();
    pen.moveTo(...placeOf(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext('2d');
    if (!drawing.current || pen === null) return;
    pen.lineTo(...placeOf(event));
    pen.stroke();
    if (!signed) onSigned(true);
  };
  const end = () => {
    drawing.current = false;
  };
  return (
    <div className={isClosed ? 'sign-pad closed' : 'sign-pad'}>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={t(signed ? 'sign.done' : 'sign.label')}
        tabIndex={isClosed ? -1 : 0}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
        data-testid="signature"
      />
      <span className="sign-rule" aria-hidden="true" />
      <span className="sign-words muted text-xs">{closed ?? (signed ? '' : t('sign.here'))}</span>
      {signed && (
        <Button
          size="small"
          variant="minimal"
          className="sign-clear"
          text={t('sign.clear')}
          onClick={clear}
          data-testid="signature-clear"
        />
      )}
    </div>
  );
}

/** The picture as a file. */
export const fileOf = (canvas: HTMLCanvasElement): Promise<File> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the signature is no picture'));
      else resolve(new File([blob], 'imzo.png', { type: 'image/png' }));
    }, 'image/png');
  });
