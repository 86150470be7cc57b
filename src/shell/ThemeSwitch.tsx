import { useId, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { chosenTheme, setTheme, type ThemeChoice } from '../ui/theme.ts';

const THEMES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** As the system, light or dark. */
export function ThemeSwitch() {
  const t = useText('shell');
  const name = useId();
  const [theme, choose] = useState(chosenTheme);
  return (
    <fieldset className="theme-switch">
      <legend>{t('account.theme')}</legend>
      {THEMES.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name={name}
            checked={one === theme}
            onChange={() => {
              choose(one);
              setTheme(one);
            }}
          />
          {t(`account.themes.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}
