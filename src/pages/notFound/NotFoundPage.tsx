import { PathSearchIcon } from '@blueprintjs/icons';
import { Link, useLocation } from 'wouter';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useText } from '../../i18n/index.ts';
import { HOME, NOT_FOUND } from '../../routes/paths.ts';
import { Empty } from '../../ui/Empty.tsx';

/** A path that leads nowhere keeps its address; a refused one came here by replacement and is not named. */
export default function NotFoundPage() {
  const t = useText('shell');
  const [path] = useLocation();
  usePageTitle(t('notFound.title'));
  return (
    <Empty
      kind="notFound"
      icon={PathSearchIcon}
      title={t('notFound.title')}
      text={path === NOT_FOUND ? t('notFound.text') : t('notFound.textPath', { path })}
    >
      <Link href={HOME} className="bp6-button bp6-intent-primary">
        {t('notFound.home')}
      </Link>
      <button type="button" className="bp6-button bp6-minimal" onClick={() => window.history.back()}>
        {t('notFound.back')}
      </button>
    </Empty>
  );
}
