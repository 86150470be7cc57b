import { useSyncExternalStore } from 'react';
import { useText } from '../i18n/index.ts';
import { chosenFontSize, FONT_SIZE, onFontSize, setFontSize } from '../ui/theme.ts';

/** 12 to 28, everything with it: what is in `rem` grows. */
export function FontSize() {
  const t = useText('shell');
  const size = useSyncExternalStore(onFontSize, chosenFontSize);
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
        onChange={(event) => setFontSize(Number(event.target.value))}
      />
      <span aria-hidden="true" className="font-large">
        A
      </span>
      <span className="num">{size}</span>
    </>
  );
}
