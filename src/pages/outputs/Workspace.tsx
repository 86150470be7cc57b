import { Button } from '@blueprintjs/core';
import { BarcodeIcon, HistoryIcon, PlayIcon } from '@blueprintjs/icons';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type BreachReason, type Output, outputCancel } from '../../../contract/outputs.ts';
import { OUTPUT_MAIN_PATH } from '../../../machines/output/output.machine.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { useAddress } from '../../app/address.ts';
import { useNetwork } from '../../app/network.ts';
import { formatDateTime, formatDuration, toMillis } from '../../format/dates.ts';
import { formatMoney, formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { Photo } from '../../ui/files/FileLink.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { StepBar } from '../../ui/StepBar.tsx';
import { Kbd } from '../../ui/small.tsx';
import { prepareSound } from '../../ui/sound.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { useFitting } from '../../ui/useFitting.ts';
import { Way, WayButton } from '../../ui/way/Way.tsx';
import { Goods } from './Goods.tsx';
import { HandOver } from './HandOver.tsx';
import { History } from './History.tsx';
import { useDeskKeys } from './keyboard.ts';
import { outputLook, placeOf } from './looks.ts';
import { PrintAct } from './PrintAct.tsx';
import { byScan, needsReason, unitsOf } from './picked.ts';
import { ScanCard } from './ScanCard.tsx';
import { Units } from './Units.tsx';
import { explainUnit, newScan, type Scans, useScans, useSteps } from './useDesk.ts';

/** The window of an output: what waits, what is scanned, and the hand-over. */
export function Workspace({ output }: { output: Output }) {
  const t = useText('outputs');
  const [address, setAddress] = useAddress();
  const [asking, setAsking] = useState(false);
  const beside = address.get('side') !== null;
  const picking = output.status === 'picking';
  return (
    <div className="sheet-body document-body out" data-testid="output">
      <div className="sheet-main">
        <div className="document-head">
          <Words output={output} />
          <div className="row wrap document-actions">
            <Button
              icon={<HistoryIcon size={14} />}
              aria-label={t('history.title')}
              title={t('history.title')}
              active={beside}
              aria-pressed={beside}
              onClick={() => setAddress({ side: beside ? null : 'history' })}
              data-testid="output-side"
            />
            <WayButton typesLetters={picking} />
            {output.status !== 'cancelled' && <PrintAct output={output} />}
            {output.allowed_events.includes('output.cancel') && (
              <Button variant="minimal" text={t('cancel.open')} onClick={() => setAsking(true)} data-testid="cancel" />
            )}
          </div>
        </div>
        <Steps output={output} />
        {picking ? <Desk output={output} /> : <Rest output={output} />}
      </div>
      {beside && (
        <aside className="document-side" aria-label={t('history.title')}>
          <div className="out-history">
            <h2>{t('history.title')}</h2>
            <History id={output.id} />
          </div>
        </aside>
      )}
      <Way machine="output" id={output.id} read={`${output.status} ${output.picked}`} />
      {asking && <Cancel output={output} onClose={() => setAsking(false)} />}
    </div>
  );
}

function Words({ output }: { output: Output }) {
  const t = useText('outputs');
  const language = useLanguage();
  return (
    <div className="document-words">
      <b>{output.client.fullname}</b>
      <span>
        {t('window.contract')} <span className="code">{output.contract.number}</span>
      </span>
      {output.first_payment > 0 && (
        <span className="muted">
          {t('window.firstPayment', { sum: formatMoney(output.first_payment, 'UZS', language) })}
        </span>
      )}
      <span className="muted">
        {output.warehouse.name}, {output.organization.name}
      </span>
    </div>
  );
}

function Steps({ output }: { output: Output }) {
  const t = useText('outputs');
  const tm = useText('machines/output');
  const language = useLanguage();
  const at = placeOf(output.status);
  if (at < 0) {
    return (
      <Notice tone="info">
        {output.cancel_reason === null
          ? t('window.withdrawn')
          : t('window.cancelled', { reason: output.cancel_reason })}
      </Notice>
    );
  }
  const events = ['output.pick', 'output.handOver'] as const;
  return (
    <StepBar
      label={t('window.steps')}
      at={at}
      progress={output.units === 0 ? 0 : (output.picked - output.facts.unexplained) / output.units}
      steps={OUTPUT_MAIN_PATH.map((state, index) => {
        const moment = output.moments[state];
        const event = events[index];
        const owed = t('window.becomesOwed', { sum: formatMoney(output.owed, 'UZS', language) });
        return {
          key: state,
          title: tm(`states.${state}.name`),
          look: outputLook(state),
          ...(event && { event: tm(`events.${event}.name`) }),
          note:
            index === at && state === 'picking' && moment
              ? t('window.since', { duration: formatDuration(Date.now() - toMillis(moment), language) })
              : moment
                ? formatDateTime(moment)
                : state === 'handed_over'
                  ? owed
                  : undefined,
        };
      })}
    />
  );
}

/** Before picking: what to fetch; after it: what was handed over, and to whom. */
function Rest({ output }: { output: Output }) {
  const t = useText('outputs');
  const steps = useSteps(output);
  const may = output.allowed_events.includes('output.pick');
  const { listed, stale } = output.facts;
  const draft = output.status === 'draft';
  const go = useRef<HTMLButtonElement>(null);
  useEffect(() => go.current?.focus({ preventScroll: true }), []);
  return (
    <div className="out-rest">
      {steps.refusal !== null && (
        <RefusalNotice refusal={steps.refusal} onRetry={() => steps.act({ type: 'pick' })} onClose={steps.dismiss} />
      )}
      {draft && (
        <div className="out-start">
          <Button
            ref={go}
            intent="primary"
            size="large"
            icon={<PlayIcon size={16} />}
            text={t('pick.do')}
            loading={steps.busy}
            disabled={!may}
            aria-describedby={may ? undefined : 'pick-why'}
            onClick={() => steps.act({ type: 'pick' })}
            data-testid="pick"
          />
          {!may && (
            <Reason id="pick-why">{t(listed ? 'handOver.listed' : stale ? 'handOver.stale' : 'pick.noRight')}</Reason>
          )}
        </div>
      )}
      {output.status === 'handed_over' && <Handed output={output} />}
      <Goods output={output} />
      {!draft && <Units output={output} steps={steps} />}
    </div>
  );
}

function Handed({ output }: { output: Output }) {
  const t = useText('outputs');
  const { receiver, signature, handed_at, handed_by } = output;
  return (
    <section className="out-handed" aria-label={t('handed.title')} data-testid="handed">
      <dl className="facts">
        <dt>{t('receiver.title')}</dt>
        <dd>
          {receiver === null
            ? t('handed.self', { name: output.client.fullname })
            : `${receiver.fullname}, ${receiver.document}, ${receiver.reason}`}
        </dd>
        <dt>{t('handed.by')}</dt>
        <dd>
          {handed_by?.fullname}, {formatDateTime(handed_at ?? '')}
        </dd>
        <dt>{t('sign.title')}</dt>
        <dd className="out-signature">
          {signature !== null && <Photo file={{ id: signature, name: t('sign.done'), type: 'image/png', size: 0 }} />}
        </dd>
      </dl>
    </section>
  );
}

function Desk({ output }: { output: Output }) {
  const t = useText('outputs');
  const scans = useScans(output);
  const own = useSteps(output);
  const steps = {
    ...own,
    act(action: Parameters<typeof own.act>[0]) {
      scans.forget();
      own.act(action);
    },
  };
  const field = useRef<HTMLInputElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const press = useRef<(() => void) | null>(null);
  /** The unit whose own reason is being written. */
  const [wording, setWording] = useState<number | null>(null);
  const units = byScan(unitsOf(output));
  const scanned = scans.error ? undefined : units.find(({ unit }) => unit.id === scans.data?.scanned.unit_id);
  // what still wants a reason stays in sight
  const shown =
    scanned && needsReason(scanned.unit) ? scanned : (units.find(({ unit }) => needsReason(unit)) ?? scanned);
  useEffect(() => {
    const soon = setTimeout(prepareSound);
    return () => clearTimeout(soon);
  }, []);

  const explain = (reason: BreachReason) => {
    if (shown === undefined || shown.unit.older.length === 0) return;
    if (reason === 'other') setWording(shown.unit.id);
    else {
      steps.act({ type: 'explain', body: { unit_id: shown.unit.id, reason } });
      field.current?.focus();
    }
  };
  const undo = () => {
    const last = units.at(-1);
    if (last !== undefined && !steps.busy) steps.act({ type: 'release', body: { unit_id: last.unit.id } });
  };
  const latest = useRef({ explain, undo });
  latest.current = { explain, undo };
  const [keys] = useState(() => ({
    onReason: (reason: BreachReason) => latest.current.explain(reason),
    onUndo: () => latest.current.undo(),
  }));
  useDeskKeys({ field, canvas, press, ...keys });
  const ready = output.picked - output.facts.unexplained;
  return (
    <div className="out-desk">
      <div className="out-left">
        <ScanField field={field} scans={scans} open={output.allowed_events.includes('serial.scan')} />
        {steps.refusal !== null && <RefusalNotice refusal={steps.refusal} inset onClose={steps.dismiss} />}
        <ScanCard output={output} scans={scans} steps={steps} shown={shown} onReason={explain} />
        <p className="out-keys muted text-xs">
          <span>
            <Kbd>Ctrl</Kbd> <Kbd>Z</Kbd> {t('keys.undo')}
          </span>
          <span>
            <Kbd>Alt</Kbd> <Kbd>1</Kbd>…<Kbd>4</Kbd> {t('keys.reason')}
          </span>
          <span>
            <Kbd>F8</Kbd> {t('keys.sign')}
          </span>
        </p>
        <Goods output={output} />
      </div>
      <div className="out-right">
        <h2 className="out-right-head">
          {t('units.title')}{' '}
          <span className="muted">
            {t('units.ready', { figure: formatNumber(ready), all: formatNumber(output.units) })}
          </span>
        </h2>
        <Units output={output} steps={steps} />
        <HandOver output={output} canvas={canvas} press={press} />
      </div>
      {wording !== null && (
        <QuestionDialog
          title={t('reasons.other')}
          command={t('fifo.keep')}
          reason={`new.breach-${wording}`}
          onSend={({ reason, key }) =>
            explainUnit(output.id, { unit_id: wording, reason: 'other', words: reason }, key)
          }
          onClose={() => setWording(null)}
          onDone={() => {
            setWording(null);
            field.current?.focus();
          }}
        >
          <p>{t('fifo.words')}</p>
        </QuestionDialog>
      )}
    </div>
  );
}

interface ScanFieldProps {
  field: RefObject<HTMLInputElement | null>;
  scans: Scans;
  open: boolean;
}

/** Its text is read from the field itself: a scanner does not wait for React. */
function ScanField({ field, scans, open }: ScanFieldProps) {
  const t = useText('outputs');
  const { reachable } = useNetwork();
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [field]);
  const placeholder = useFitting(field, t('scan.placeholder'), t('scan.short'));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const code = event.currentTarget.value.trim();
    if (event.key === 'Escape') event.currentTarget.value = '';
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.currentTarget.value = '';
    if (code !== '') scans.take(newScan(code));
  };
  return (
    <div className="scan-field">
      <BarcodeIcon size={20} className="muted" />
      <input
        ref={field}
        type="text"
        aria-label={t('scan.label')}
        placeholder={placeholder}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        disabled={!open || !reachable}
        onKeyDown={onKeyDown}
        data-testid="scan"
      />
      <span className="out-scan-ready text-xs muted">{t(reachable ? 'scan.ready' : 'scan.offline')}</span>
    </div>
  );
}

function Cancel({ output, onClose }: { output: Output; onClose: () => void }) {
  const t = useText('outputs');
  const { id, version, number } = output;
  return (
    <QuestionDialog
      title={t('cancel.title', { number })}
      command={t('cancel.do')}
      intent="danger"
      reason={id}
      onSend={async ({ reason, key }) => {
        await orRefused(() => request(outputCancel, { params: { id }, body: { reason }, ifMatch: version, key }));
      }}
      onClose={onClose}
      onDone={() => {
        toastSuccess(t('cancel.done', { number }));
        onClose();
      }}
    >
      <p>{t('cancel.text')}</p>
    </QuestionDialog>
  );
}
