/** Something is wrong here: one sentence, sent with where the page stands. What goes with it is said before it goes. */
import { Suspense, useState } from 'react';
import { problemReportAdd } from '../../contract/problemReports.ts';
import { request } from '../api/client.ts';
import { orRefused } from '../api/refusal.ts';
import { showSheet } from '../app/keys.ts';
import { RELEASE } from '../app/version.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { useIndex } from '../pages/workflows/index.ts';
import { matchPath } from '../routes/registry.ts';
import { QuestionDialog } from '../ui/question/QuestionDialog.tsx';
import { toastSuccess } from '../ui/toasts.ts';
import { noteNow } from './noted.ts';
import './report.css';

const close = () => showSheet(null);

export default function ReportDialog() {
  return (
    <Suspense>
      <Inside />
    </Suspense>
  );
}

function Inside() {
  const t = useText('report');
  const language = useLanguage();
  const index = useIndex();
  // where the page stood when it was opened: the dialog itself is none of it
  const [noted] = useState(() => noteNow(index));
  const [page] = useState(() => matchPath(window.location.pathname)?.page.id ?? 'notFound');
  const nameOf = (machine: string) => index.find(({ name }) => name === machine)?.[language].name ?? machine;
  const names = [...new Set(noted.charts.map(({ machine }) => nameOf(machine)))];
  return (
    <QuestionDialog
      title={t('title')}
      command={t('send')}
      reason="new.report"
      asks={{ label: t('sentence'), missing: t('missing') }}
      onSend={async ({ reason, key }) => {
        const { record, ...rest } = noted;
        const body = {
          ...rest,
          record_machine: record?.machine ?? null,
          record_kind: record?.kind ?? null,
          record_id: record?.id ?? null,
          sentence: reason,
          page,
          release: RELEASE,
        };
        const { message } = await orRefused(() => request(problemReportAdd, { body, key }));
        toastSuccess(message);
      }}
      onClose={close}
      onDone={close}
    >
      <p>{t('sent')}</p>
      <ul className="report-sent" data-testid="report-sent">
        <li>{t('page', { page: t(`pages:${page}`) })}</li>
        {noted.record !== null && <li>{t('record', { workflow: nameOf(noted.record.machine) })}</li>}
        <li>{t('charts', { names: names.join(', ') })}</li>
        <li>{t('events', { events: noted.events.length, requests: noted.requests.length, release: RELEASE })}</li>
      </ul>
      <p className="muted">{t('private')}</p>
    </QuestionDialog>
  );
}
