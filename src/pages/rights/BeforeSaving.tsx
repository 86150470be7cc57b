/**
 * What a change of rights does, between editing and saving: what nobody could move on any more, what each position gains
 * and loses. Documents that stay with nobody need a reason, which goes into the log.
 */
import { Button, InputGroup } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { STUCK_LETTERS, saysWhy } from '../../../contract/reason.ts';
import type { Stuck } from '../../../contract/rights.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { documentsIn, StuckTable } from './Stuck.tsx';

interface BeforeSavingProps {
  stuck: Stuck;
  busy: boolean;
  /** What the server refused. */
  failure: string | null;
  onBack: () => void;
  onRecount: () => void;
  reason: string;
  onReason: (reason: string) => void;
  onSave: (reason: string) => void;
  /** What changes. */
  children: ReactNode;
}

export function BeforeSaving(props: BeforeSavingProps) {
  const { stuck, busy, failure, onBack, onRecount, reason, onReason, onSave, children } = props;
  const t = useText('rights');
  const { lines } = stuck;
  const open = documentsIn(lines);
  const enough = lines.length === 0 || saysWhy(reason, STUCK_LETTERS);
  return (
    <>
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      {lines.length > 0 && (
        <Notice tone="bad" action={<Button size="small" text={t('stuck.recount')} onClick={onRecount} />}>
          <b>{t('stuck.warning', { count: open, figure: formatNumber(open) })}</b>
        </Notice>
      )}
      <div className="sheet-body rights-before">
        {lines.length > 0 && <StuckTable lines={lines} />}
        {children}
      </div>
      <div className="action-bar">
        <Button intent={lines.length > 0 ? 'primary' : 'none'} text={t('common:back')} onClick={onBack} />
        <Button
          intent={lines.length > 0 ? (enough ? 'danger' : 'none') : 'primary'}
          text={lines.length > 0 ? t('stuck.saveAnyway', { count: open, figure: formatNumber(open) }) : t('save')}
          disabled={!enough}
          loading={busy}
          onClick={() => onSave(reason.trim())}
          data-testid="save-rights"
        />
        {lines.length > 0 && (
          <>
            <InputGroup
              className="rights-reason"
              aria-label={t('stuck.reason')}
              placeholder={t('stuck.reason')}
              value={reason}
              maxLength={500}
              onChange={(event) => onReason(event.target.value)}
            />
            {!enough && <Reason>{t('stuck.reasonHelp')}</Reason>}
          </>
        )}
      </div>
    </>
  );
}
