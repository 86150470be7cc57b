/** What MyID says otherwise than the card: nobody is identified by it until a request corrects the card. */
import type { MyidSession } from '../../../contract/myid.ts';
import { useText } from '../../i18n/index.ts';
import { Notice } from '../../ui/Notice.tsx';

export function Differences({ session: { differences } }: { session: MyidSession }) {
  const t = useText('directories/client');
  if (differences.length === 0) return null;
  return (
    <Notice tone="bad" inset>
      {t('myid.differs', { fields: differences.map((one) => t(`myid.field.${one}`)).join(', ') })}
    </Notice>
  );
}
