import { toastError } from '../ui/toasts.ts';
import { LANGUAGES, say, setLanguage, useLanguage, useText } from './index.ts';

/** Uzbek and Russian, in their own names. */
export function LanguageSwitch({ short }: { short?: boolean }) {
  const t = useText('common');
  const now = useLanguage();
  return (
    <fieldset className="langs" aria-label={t('languages.label')}>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === now}
          {...(short ? { 'aria-label': t(`languages.${one}`) } : {})}
          onClick={() => void setLanguage(one).catch(() => toastError(say('errors:network')))}
        >
          {t(short ? `languages.${one}Short` : `languages.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}
