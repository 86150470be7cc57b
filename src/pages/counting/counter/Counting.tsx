import { Button } from '@blueprintjs/core';
import { DownloadIcon, EyeOffIcon, ImportIcon, SendMessageIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useNetwork } from '../../../app/network.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Rich } from '../../../i18n/Rich.tsx';
import { InfoBox, Notice } from '../../../ui/Notice.tsx';
import { SavedSign } from '../../../ui/SavedSign.tsx';
import { Kbd } from '../../../ui/small.tsx';
import { prepareSound } from '../../../ui/sound.ts';
import { useRem } from '../../../ui/useRem.ts';
import { useRoom } from '../../../ui/useRoom.ts';
import { WayButton } from '../../../ui/way/Way.tsx';
import type { EntryQueue } from './actors.ts';
import { Counts } from './Counts.tsx';
import { Dialogs } from './Dialogs.tsx';
import type { EarlyScans } from './earlyScans.ts';
import { useKeyboard } from './keyboard.ts';
import { LastEntries } from './LastEntries.tsx';
import { ProductCard } from './ProductCard.tsx';
import { ScanField } from './ScanField.tsx';
import type { CounterActor, ScanController } from './scanController.ts';
import { useDesk } from './useDesk.ts';

/** Narrower than this, in rem, what stands above the work scrolls with it. */
const NARROW_REM = 20;

interface CountingProps {
  actor: CounterActor;
  entryQueue: EntryQueue;
  scans: ScanController;
}

/** How far the work got, at a glance: counted, safe here, safe on the server. */
function Bar({ actor, entryQueue, scans }: CountingProps) {
  const t = useText('counter');
  const { tally, catalogue } = useDesk(entryQueue);
  const facts = useSelector(actor, ({ context }) => context.facts);
  const file = useRef<HTMLInputElement>(null);
  const labels = {
    here: t('saved.here'),
    server: t('saved.server'),
    failed: t('saved.failed'),
    queued: (count: number) => t('saved.queued', { count, figure: formatNumber(count) }),
  };
  const saveTemplate = () =>
    void import('./excel.ts').then((excel) => excel.saveTemplate(catalogue.products, `${t('sheet.template')}.xlsx`));
  return (
    <div className="toolbar">
      <span data-testid="kinds">
        <Rich text={t('bar.kinds', { count: tally.counted, figure: formatNumber(tally.counted) })} />
      </span>
      <span data-testid="units">
        <Rich text={t('bar.units', { count: tally.units, figure: formatNumber(tally.units) })} />
      </span>
      <div className="toolbar-acts">
        <span data-testid="saved" data-queued={facts.unsent}>
          <SavedSign
            here={facts.here}
            server={facts.server}
            queued={facts.unsent}
            failed={facts.refused}
            labels={labels}
          />
        </span>
        <Button
          variant="minimal"
          icon={<DownloadIcon size={16} />}
          text={t('sheet.template')}
          onClick={saveTemplate}
          data-testid="template"
        />
        <Button
          variant="minimal"
          icon={<ImportIcon size={16} />}
          text={t('sheet.choose')}
          onClick={() => file.current?.click()}
        />
        <input
          ref={file}
          type="file"
          accept=".xlsx"
          hidden
          aria-label={t('sheet.choose')}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            // the same file chosen again is a choice again
            event.currentTarget.value = '';
            if (chosen !== undefined) scans.chooseSheet(chosen);
          }}
          data-testid="sheet-file"
        />
        <WayButton typesLetters />
        <Button
          icon={<SendMessageIcon size={16} />}
          text={t('submit.ask')}
          onClick={() => actor.send({ type: 'submit.ask' })}
          data-testid="submit"
        />
      </div>
    </div>
  );
}

/** What is wrong, loudest first: not on the disk, not handed in, not on the server. A lost network the shell tells. */
function Strips({ actor }: { actor: CounterActor }) {
  const t = useText('counter');
  const { reachable } = useNetwork();
  const unsaved = useSelector(actor, (snapshot) => snapshot.hasTag('unsaved'));
  const waiting = useSelector(actor, (snapshot) => snapshot.hasTag('waiting'));
  const { facts, batch, queue, trouble, handIn } = useSelector(actor, ({ context }) => context);
  return (
    <>
      {unsaved && (
        <div role="alert" data-testid="unsaved">
          <Notice
            tone="bad"
            action={
              <Button size="small" text={t('common:retry')} onClick={() => actor.send({ type: 'write.retry' })} />
            }
          >
            <Rich text={t('unsaved', { count: batch.length + queue.length })} />
          </Notice>
        </div>
      )}
      {handIn !== null && (
        <div data-testid="not-handed-in">
          <Notice
            tone="bad"
            action={<Button size="small" text={t('submit.ask')} onClick={() => actor.send({ type: 'submit.ask' })} />}
          >
            <Rich
              text={handIn.refused === 'person' ? t('handIn.person') : t('handIn.server', { message: handIn.message })}
            />
          </Notice>
        </div>
      )}
      {waiting && reachable && (
        <div data-testid="waiting">
          <Notice
            tone="waiting"
            action={<Button size="small" text={t('waiting.now')} onClick={() => actor.send({ type: 'send.now' })} />}
          >
            <Rich
              text={t('waiting.server', {
                count: facts.unsent,
                figure: formatNumber(facts.unsent),
                message: trouble?.message,
              })}
            />
          </Notice>
        </div>
      )}
    </>
  );
}

function Keys() {
  const t = useText('counter');
  return (
    <p className="keys muted text-xs">
      <span>
        <Kbd>*</Kbd> <Rich text={t('keys.quantity')} />
      </span>
      <span>
        <Kbd>F2</Kbd> {t('keys.edit')}
      </span>
      <span>
        <Kbd>Ctrl</Kbd> <Kbd>Z</Kbd> {t('keys.undo')}
      </span>
      <span>
        <Kbd>/</Kbd> {t('keys.search')}
      </span>
    </p>
  );
}

export function Counting({ early, ...props }: CountingProps & { early: EarlyScans }) {
  const { actor, scans, entryQueue } = props;
  const t = useText('counter');
  const field = useRef<HTMLInputElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  // with the largest letters on a phone it would leave no room for the card
  const room = useRoom(scroll);
  const narrow = useRem() * NARROW_REM;
  const scrollsAway = room > 0 && room < narrow;
  const above = (
    <>
      <Bar {...props} />
      <Strips actor={actor} />
    </>
  );
  useKeyboard(actor, scans, field as RefObject<HTMLInputElement | null>);
  useEffect(() => {
    const soon = setTimeout(prepareSound);
    return () => clearTimeout(soon);
  }, []);

  const toField = useCallback((text?: string) => {
    const input = field.current;
    if (input === null) return;
    input.focus();
    if (text === undefined) return;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, []);
  useEffect(() => {
    const begun = early.close();
    if (begun !== '') toField(begun);
  }, [early, toField]);

  return (
    <div className="sheet-main counter">
      {!scrollsAway && above}
      <div className="count-scroll" ref={scroll}>
        <div className="count-above">{scrollsAway && above}</div>
        <div className="count-top">
          <ScanField entryQueue={entryQueue} scans={scans} field={field} open />
          <ProductCard {...props} toField={toField} />
          <Keys />
          <InfoBox icon={EyeOffIcon}>
            <Rich text={t('blind')} />
          </InfoBox>
        </div>
        <LastEntries {...props} toField={toField} />
        <Counts {...props} scroll={scroll} />
      </div>
      <Dialogs {...props} />
    </div>
  );
}
