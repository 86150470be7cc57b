/** The practice day: what it is now, the days that were, and the months (areas 4.4 `/settings/manage-practice-day`). */
import { practiceDayState } from '../../../contract/practiceDay.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useSeesAll } from '../../app/seesAll.ts';
import { useText } from '../../i18n/index.ts';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { organizations } from '../../ui/form/choices.ts';
import { RemoteSelect } from '../../ui/form/RemoteSelect.tsx';
import { Toolbar } from '../../ui/layout.tsx';
import { WAY } from '../../ui/way/address.ts';
import { BranchesView } from './BranchesView.tsx';
import { DaysView } from './DaysView.tsx';
import { MonthsView } from './MonthsView.tsx';
import { NowView } from './NowView.tsx';
import './practiceDay.css';

const VIEWS = ['now', 'branches', 'days', 'months'] as const;

export default function PracticeDayPage() {
  const t = useText('practiceDay');
  usePageTitle(t('title'));
  const [params, setAddress] = useAddress();
  const seesAll = useSeesAll('practice_day');
  const views = VIEWS.filter((one) => one !== 'branches' || seesAll);
  const view = views.find((one) => one === params.get('view')) ?? 'now';
  const organizationId = seesAll ? numberIn(params, 'organization_id') : null;
  const now = useCall(
    practiceDayState,
    { query: organizationId === null ? {} : { organization_id: organizationId } },
    { enabled: view === 'now' },
  );
  return (
    <>
      <Toolbar label={t('views.label')}>
        <FilterChips
          items={views.map((key) => ({ key, title: t(`views.${key}`) }))}
          value={view}
          label={t('views.label')}
          onChange={(next) =>
            setAddress(
              {
                view: next === 'now' ? null : next,
                ...{ row: null, page: null, per_page: null, sort: null, status: null, [WAY]: null },
              },
              { push: true },
            )
          }
        />
        {view === 'now' && seesAll && (
          <RemoteSelect
            of={organizations}
            label={t('organization')}
            empty={t('ownOrganization')}
            clearable
            value={
              organizationId === null
                ? null
                : {
                    id: organizationId,
                    title: organizations.titleOf(organizationId) ?? now.data?.data.organization.name ?? '',
                  }
            }
            onChange={(option) => setAddress({ organization_id: option?.id ?? null }, { push: true })}
          />
        )}
      </Toolbar>
      {view === 'now' && <NowView organizationId={organizationId} />}
      {view === 'branches' && <BranchesView />}
      {view === 'days' && <DaysView seesAll={seesAll} />}
      {view === 'months' && <MonthsView />}
    </>
  );
}
