import type { ReactNode } from 'react';
import { RELEASE } from '../../app/version.ts';
import { useText } from '../../i18n/index.ts';
import { LanguageSwitch } from '../../i18n/LanguageSwitch.tsx';
import { GirihPattern } from '../../ui/GirihPattern.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { ServerSign } from './ServerSign.tsx';

/** Pages without chrome: the name and the language above, the server's state below, one picture beside. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  const t = useText('common');
  return (
    <div className="sign-in">
      <div className="sign-in-side">
        <header className="sign-in-head">
          <span className="sign-in-name">
            <Mark />
            {t('appName')}
          </span>
          <LanguageSwitch />
        </header>
        <main className="sign-in-form">{children}</main>
        <footer className="sign-in-foot">
          <ServerSign />
          <span className="num">{RELEASE}</span>
        </footer>
      </div>
      <div className="sign-in-picture">
        <GirihPattern />
      </div>
    </div>
  );
}
