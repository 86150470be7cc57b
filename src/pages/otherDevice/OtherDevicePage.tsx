import { usePageTitle } from '../../app/pageTitle.ts';
import { useText } from '../../i18n/index.ts';
import { EmptyLayout } from '../passwordExpired/EmptyLayout.tsx';

export default function OtherDevicePage() {
  const t = useText('session');
  usePageTitle(t('otherDevice.title'));
  return (
    <EmptyLayout>
      <h1>{t('otherDevice.title')}</h1>
      <p>{t('otherDevice.text')}</p>
      <p className="code">{window.location.origin}</p>
    </EmptyLayout>
  );
}
