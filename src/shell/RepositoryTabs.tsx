/** The repository layout: the pages of the warehouses' desk side by side under the header, and whose stock they show. */
import { Link } from 'wouter';
import { allows } from '../../contract/rules.ts';
import { useUser } from '../app/session.ts';
import { useText } from '../i18n/index.ts';
import { type PageEntry, pages } from '../routes/registry.ts';
import { useInView } from '../ui/useInView.ts';
import WarehouseSwitch from './WarehouseSwitch.tsx';

export default function RepositoryTabs({ page }: { page: PageEntry }) {
  const t = useText('shell');
  const p = useText('pages');
  const { rules } = useUser();
  const tabs = useInView<HTMLElement>('[aria-current]', page.id);
  const shown = pages.filter((one) => one.layout === 'repository' && allows(rules, one.rule));
  return (
    <div className="repository-head">
      <nav ref={tabs} className="repository-tabs" aria-label={t('repository')}>
        {shown.map((one) => (
          <Link key={one.id} href={one.path} aria-current={one.id === page.id ? 'page' : undefined}>
            {p(one.id)}
          </Link>
        ))}
      </nav>
      <WarehouseSwitch />
    </div>
  );
}
