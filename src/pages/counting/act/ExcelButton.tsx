import { Button } from '@blueprintjs/core';
import { ExportIcon } from '@blueprintjs/icons';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { downloadExcel } from '../../../../contract/counting/matrix.ts';
import { ApiError, messageOf, request } from '../../../api/client.ts';
import { useTask } from '../../../app/useTask.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { toastError } from '../../../ui/toasts.ts';

/** The matrix as it is now, whole: what is filtered on the screen does not cut it. */
export function ExcelButton({ act }: { act: ActDetails }) {
  const t = useText('counting');
  const language = useLanguage();
  const making = useTask<void, void>(async () => {
    try {
      const [answer, { saveMatrix }] = await Promise.all([
        request(downloadExcel, { params: { actId: act.id } }),
        import('./excel.ts'),
      ]);
      await saveMatrix(act, answer.data, answer.computing_act_users, t, language);
    } catch (error) {
      const requestId = error instanceof ApiError ? error.requestId : undefined;
      toastError(t('excel.failed'), { text: messageOf(error), ...(requestId && { requestId }) });
    }
  });
  return (
    <Button
      icon={<ExportIcon size={14} />}
      text={t('excel.button')}
      loading={making.busy}
      onClick={() => making.begin()}
      data-testid="excel"
    />
  );
}
