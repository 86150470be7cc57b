/** Applications of clients: the window has the client, what the scoring came to, and the way to an order. */
import { Button } from '@blueprintjs/core';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import { questionnaireAgain } from '../../contract/questionnaires.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { request } from '../api/client.ts';
import { orRefused } from '../api/refusal.ts';
import { useAllows } from '../app/session.ts';
import { documentPage } from '../document/page.tsx';
import type { Text } from '../i18n/index.ts';
import { useClientTitle } from '../pages/clients/titleOf.ts';
import { pathOf, withQuery } from '../routes/registry.ts';
import { SkeletonRows } from '../ui/loading.tsx';
import { useCommand } from '../ui/question/useCommand.ts';
import { RefusalNotice } from '../ui/RefusalNotice.tsx';
import { toastSuccess } from '../ui/toasts.ts';

const Application = lazy(() => import('../pages/scoring/Application.tsx'));

/** States from which a new application is made of this one. */
const OVER = ['refused', 'expired', 'cancelled', 'used'];

function Acts({ record, t }: { record: RecordView; t: Text }) {
  const [, navigate] = useLocation();
  const mayAdd = useAllows('questionnaire.add');
  const mayOrder = useAllows('order.add');
  const client = (record.fields.client as { id: number }).id;
  const status = String(record.facts.status);
  const again = useCommand(async (_: null, key: string) => {
    const { data, message } = await orRefused(() => request(questionnaireAgain, { params: { id: record.id }, key }));
    toastSuccess(message);
    navigate(withQuery(pathOf('questionnaires'), { row: data.id }));
  });
  const offered = record.fields.offered === true;
  return (
    <>
      {again.refusal && <RefusalNotice inset refusal={again.refusal} onClose={again.dismiss} />}
      <Link className="bp6-button bp6-minimal" href={withQuery(pathOf('clientCard'), { id: client })}>
        {t('clientCard')}
      </Link>
      {mayAdd && (offered || OVER.includes(status)) && (
        <Button
          text={t(offered ? 'againOffered' : 'again')}
          loading={again.busy}
          onClick={() => again.act(null)}
          data-testid="questionnaire-again"
        />
      )}
      {mayOrder && status === 'approved' && (
        <Link
          className="bp6-button"
          href={withQuery(pathOf('createOrder'), { client })}
          data-testid="questionnaire-order"
        >
          {t('toOrder')}
        </Link>
      )}
    </>
  );
}

export default documentPage(questionnaire, {
  ofAddress: { client: useClientTitle },
  giveWay: { term: 'less', reviewed_by: 'least', score: 'less' },
  windowActs: (record, t) => <Acts record={record} t={t} />,
  parts: (record) => (
    <Suspense fallback={<SkeletonRows rows={4} columns={[1, 2]} />}>
      <Application record={record} />
    </Suspense>
  ),
});
