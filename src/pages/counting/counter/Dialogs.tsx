import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import type { SheetPreview } from '../../../../machines/countingWorkspace/sheet.ts';
import { newKey } from '../../../api/client.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Rich } from '../../../i18n/Rich.tsx';
import { AskDialog } from '../../../ui/AskDialog.tsx';
import { TopBar } from '../../../ui/loading.tsx';
import { Notice, Reason } from '../../../ui/Notice.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import type { EntryQueue } from './actors.ts';
import type { CounterActor, ScanController, SheetMode } from './scanController.ts';
import { useDesk } from './useDesk.ts';

interface DialogProps {
  actor: CounterActor;
  entryQueue: EntryQueue;
  scans: ScanController;
}

/** The total changed in another tab or on another device while it was typed here. */
function TotalConflict({ actor, scans }: DialogProps) {
  const t = useText('counter');
  const total = useSelector(actor, ({ context }) => context.total);
  if (total === null) return null;
  return (
    <AskDialog
      title={t('conflict.title')}
      onClose={() => {}}
      held
      foot={
        <>
          <Button
            intent="primary"
            text={total.theirs === null ? t('conflict.takeBlank') : t('conflict.takeTheirs', { count: total.theirs })}
            onClick={() => actor.send({ type: 'total.takeTheirs' })}
            data-testid="conflict-theirs"
          />
          <Button
            text={t('conflict.keepMine', { count: total.typed ?? 0 })}
            onClick={() => scans.keepMine()}
            data-testid="conflict-mine"
          />
        </>
      }
    >
      <p className="muted">{t('conflict.text', { title: scans.productOf(total.productId)?.title ?? '' })}</p>
      <dl className="conflict-sides">
        <div>
          <dt>{t('conflict.before')}</dt>
          <dd>
            <Quantity value={total.begun ?? 'notCounted'} />
          </dd>
        </div>
        <div>
          <dt>{t('conflict.mine')}</dt>
          <dd>
            <Quantity value={total.typed} />
          </dd>
        </div>
        <div>
          <dt>{t('conflict.theirs')}</dt>
          <dd>
            <Quantity value={total.theirs ?? 'notCounted'} />
          </dd>
        </div>
      </dl>
    </AskDialog>
  );
}

function BadLines({ sheet }: { sheet: SheetPreview }) {
  const t = useText('counter');
  return (
    <section className="bad-lines" aria-label={t('sheet.badTitle')}>
      <h3>{t('sheet.bad', { count: sheet.bad.length, figure: formatNumber(sheet.bad.length) })}</h3>
      <ul data-testid="bad-lines">
        {sheet.bad.map((bad) => (
          <li key={`${bad.line} ${bad.value}`}>
            <b className="num">{t('sheet.line', { line: bad.line })}</b>
            <span>{t(`sheet.reasons.${bad.reason}`, { value: bad.value, other: bad.other ?? 0 })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SheetDialog({ actor, entryQueue, scans }: DialogProps) {
  const t = useText('counter');
  const name = useId();
  const sheet = useSelector(actor, ({ context }) => context.sheet);
  const [mode, setMode] = useState<SheetMode>('set');
  const drop = () => actor.send({ type: 'sheet.drop' });
  if (sheet === null) {
    return (
      <AskDialog title={t('sheet.reading')} onClose={() => {}} held foot={null}>
        <TopBar label={t('sheet.reading')} />
      </AskDialog>
    );
  }
  const { good, bad, blank, fault } = sheet;
  const again = good.filter(({ productId }) => {
    const product = scans.productOf(productId);
    return product?.is_serial_number === false && entryQueue.desk.tally.totalOf(productId) !== null;
  }).length;
  const take = t('sheet.take', { count: good.length, figure: formatNumber(good.length) });
  return (
    <AskDialog
      title={t('sheet.title', { name: sheet.name })}
      onClose={drop}
      wide={bad.length > 0}
      foot={
        <>
          {good.length > 0 && (
            <Button intent="primary" text={take} onClick={() => scans.takeSheet(mode)} data-testid="sheet-take" />
          )}
          <Button text={t(good.length > 0 ? 'sheet.drop' : 'common:close')} onClick={drop} data-testid="sheet-drop" />
        </>
      }
    >
      {fault !== null ? (
        <Notice tone="bad" inset>
          {t(`sheet.faults.${fault}`)}
        </Notice>
      ) : (
        <div className="stack">
          <p>
            <Rich
              text={t('sheet.found', {
                good: formatNumber(good.length),
                bad: formatNumber(bad.length),
                blank: formatNumber(blank),
              })}
            />
          </p>
          {bad.length > 0 && <BadLines sheet={sheet} />}
          {again > 0 && (
            <fieldset className="sheet-modes">
              <legend>{t('sheet.again', { count: again, figure: formatNumber(again) })}</legend>
              {(['set', 'add'] as const).map((one) => (
                <label key={one}>
                  <input type="radio" name={name} checked={mode === one} onChange={() => setMode(one)} />
                  {t(`sheet.modes.${one}`)}
                </label>
              ))}
            </fieldset>
          )}
        </div>
      )}
    </AskDialog>
  );
}

function SubmitDialog({ actor, entryQueue }: DialogProps) {
  const t = useText('counter');
  const reason = useId();
  const desk = useDesk(entryQueue);
  const trouble = useSelector(actor, ({ context }) => (context.trouble?.kind === 'differ' ? context.trouble : null));
  const ready = useSelector(actor, (snapshot) => snapshot.can({ type: 'submit.confirm', key: '' }));
  const { tally, facts } = desk;
  const zeros = [...tally.lines.values()].filter(({ total, zeros: said }) => total === 0 && said > 0).length;
  const figures = [
    { key: 'kinds', value: tally.counted },
    { key: 'units', value: tally.units },
    { key: 'zeros', value: zeros },
    { key: 'unsent', value: facts.unsent },
  ] as const;
  const drop = () => actor.send({ type: 'submit.drop' });
  return (
    <AskDialog
      title={t(trouble === null ? 'submit.title' : 'submit.differ')}
      onClose={drop}
      foot={
        <>
          <Button
            intent="primary"
            text={t('submit.do')}
            disabled={!ready}
            aria-describedby={ready ? undefined : reason}
            onClick={() => actor.send({ type: 'submit.confirm', key: newKey() })}
            data-testid="submit-confirm"
          />
          <Button text={t('common:back')} onClick={drop} autoFocus data-testid="submit-drop" />
        </>
      }
    >
      <div className="stack">
        {trouble !== null && (
          <Notice tone="waiting" inset>
            <p>{t('submit.differText')}</p>
            <ul data-testid="differ-lines">
              {trouble.lines.map((line) => (
                <li key={line.product_variant_id}>
                  {line.title} <span className="num muted">{line.text}</span>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <dl className="facts">
          {figures.map(({ key, value }) => (
            <div key={key} className="submit-fact">
              <dt>{t(`submit.figures.${key}`)}</dt>
              <dd className="num strong">{formatNumber(value)}</dd>
            </div>
          ))}
        </dl>
        <p className="muted">{t(tally.counted === 0 ? 'submit.empty' : 'submit.text')}</p>
        {facts.refused > 0 && (
          <Notice tone="bad" inset>
            {t('submit.refused', { count: facts.refused, figure: formatNumber(facts.refused) })}
          </Notice>
        )}
        {!ready && <Reason id={reason}>{t('submit.unsaved')}</Reason>}
      </div>
    </AskDialog>
  );
}

/** What the person is asked about; one question at a time. */
export function Dialogs(props: DialogProps) {
  const talking = useSelector(props.actor, ({ value }) => {
    const counting = typeof value === 'object' && 'counting' in value ? value.counting : null;
    return typeof counting === 'object' && counting !== null ? counting.talking : null;
  });
  if (talking === 'conflicted') return <TotalConflict {...props} />;
  if (talking === 'reading' || talking === 'previewing') return <SheetDialog {...props} />;
  if (talking === 'confirming') return <SubmitDialog {...props} />;
  return null;
}
