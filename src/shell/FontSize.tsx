import { useState } from 'react';
import { useText } from '../i18n/index.ts';
import { chosenFontSize, FONT_SIZE, setFontSize } from '../ui/theme.ts';

/** 12 to 28, everything with it: what is in `rem` grows. */
export function FontSize() {
  const t = useText('shell');
  const [size, setSize] = useState(chosenFontSize);
  return (
    <>
      <span aria-hidden="true" className="font-small">
        A
      </span>
      <input
        type="range"
        className="font-range"
        min={FONT_SIZE.least}
        max={FONT_SIZE.greatest}
        step={1}
        value={size}
        aria-label={t('sidebar.fontSize')}
        onChange={(event) => {
          const next = Number(event.target.value);
          setSize(next);
          setFontSize(next);
        }}
      />
      <span aria-hidden="true" className="font-large">
        A
      </span>
      <span className="num">{size}</span>
    </>
  );
}
