import { Button } from '@blueprintjs/core';
import {
  BarcodeIcon,
  CloudTickIcon,
  CloudUploadIcon,
  DocumentOpenIcon,
  DuplicateIcon,
  ErrorIcon,
  ManuallyEnteredDataIcon,
  UndoIcon,
  VolumeOffIcon,
  VolumeUpIcon,
} from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { EntrySource } from '../../../../contract/counting/entries.ts';
import type { ScanNotice } from '../../../../machines/countingWorkspace/list.ts';
import { formatTimeSeconds } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { classes, type IconComponent } from '../../../ui/look.ts';
import { Name } from '../../../ui/Name.tsx';
import { play, setSound, soundIsOn } from '../../../ui/sound.ts';
import type { EntryQueue } from './actors.ts';
import type { CounterActor, ScanController } from './scanController.ts';
import { REFUSED, SENT, type StoredEntry } from './store.ts';
import { useDesk } from './useDesk.ts';
import { useNoticeWords } from './words.ts';

const SHOWN = 10;

const SOURCES: Record<EntrySource, IconComponent> = {
  scan: BarcodeIcon,
  hand: ManuallyEnteredDataIcon,
  file: DocumentOpenIcon,
};

interface LastProps {
  actor: CounterActor;
  entryQueue: EntryQueue;
  scans: ScanController;
  toField: (text?: string) => void;
}

type Item = { kind: 'entry'; at: string; entry: StoredEntry } | { kind: 'notice'; at: string; notice: ScanNotice };

function Entry({ entry, entryQueue, scans, toField }: { entry: StoredEntry } & Omit<LastProps, 'actor'>) {
  const t = useText('counter');
  const { desk } = entryQueue;
  const product = desk.catalogue.byId(entry.product_variant_id);
  const title = desk.catalogue.titleOf(entry.product_variant_id);
  const Source = SOURCES[entry.source];
  const fault = scans.undoFault(entry);
  const undone = desk.undone.has(entry.entry_id);
  const refused = entry.progress === REFUSED;
  const Cloud = entry.progress === SENT ? CloudTickIcon : CloudUploadIcon;
  const sent = t(entry.progress === SENT ? 'last.sent' : 'last.queued');
  return (
    <li className={classes('last', refused && 'refused', undone && 'undone')} data-testid="entry">
      <Source size={14} className="faint" />
      <div className="grow">
        <p className="last-title">
          <Name>{title ?? `№ ${entry.product_variant_id}`}</Name>
        </p>
        <p className="last-sub">
          <span className="code cut">{entry.serial_number ?? product?.sku}</span>
          <time>{formatTimeSeconds(entry.entered_at)}</time>
          {refused ? (
            <span className="red">{t(`refused.${entry.reason ?? 'unreadable'}`)}</span>
          ) : (
            <span className={entry.progress === SENT ? 'faint' : 'amber'} title={sent}>
              <Cloud size={12} />
              <span className="unseen">{sent}</span>
            </span>
          )}
          {undone && <span className="muted">{t('last.undone')}</span>}
        </p>
      </div>
      <b className="num last-count">{formatNumber(entry.count, { plus: true })}</b>
      {fault === null ? (
        <Button
          variant="minimal"
          size="small"
          icon={<UndoIcon size={14} />}
          aria-label={t('last.undo', { title: title ?? '', count: entry.count })}
          title={t('last.undoShort')}
          onClick={() => {
            scans.undo(entry);
            toField();
          }}
          data-testid="undo"
        />
      ) : (
        <span
          className="last-gap"
          title={fault === 'zero' || fault === 'lower' ? t(`last.fault.${fault}`) : undefined}
        />
      )}
    </li>
  );
}

function Notice({ notice, entryQueue, scans, toField }: { notice: ScanNotice } & Omit<LastProps, 'actor'>) {
  const t = useText('counter');
  const words = useNoticeWords(entryQueue);
  const twice = notice.reason === 'serialTwice';
  const Icon = twice ? DuplicateIcon : ErrorIcon;
  return (
    <li className={classes('last', twice ? 'fam-amber' : 'fam-red', 'said')} data-testid="notice">
      <Icon size={14} />
      <div className="grow">
        <p className="last-title">{words(notice)}</p>
        <p className="last-sub">
          <span className="code cut">{notice.code}</span>
          <time>{formatTimeSeconds(notice.at)}</time>
        </p>
      </div>
      {(notice.reason === 'unknown' || notice.reason === 'several' || notice.reason === 'serialFirst') && (
        <span className="last-acts">
          <Button size="small" text={t('last.find')} onClick={() => toField(notice.code)} />
          {notice.productId !== null && (
            <Button
              size="small"
              text={t('last.asSerial')}
              onClick={() => {
                scans.scan(notice.code, notice.productId);
                toField();
              }}
            />
          )}
        </span>
      )}
    </li>
  );
}

/** The last ten: what was taken, with undo, and what was not, with why. */
export function LastEntries({ actor, entryQueue, scans, toField }: LastProps) {
  const t = useText('counter');
  const desk = useDesk(entryQueue);
  const notices = useSelector(actor, ({ context }) => context.notices);
  const [sound, hear] = useState(soundIsOn);
  const items: Item[] = [
    ...desk.last(SHOWN).map((entry) => ({ kind: 'entry' as const, at: entry.entered_at, entry })),
    ...notices.map((notice) => ({ kind: 'notice' as const, at: notice.at, notice })),
  ]
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, SHOWN);
  const own = { entryQueue, scans, toField };
  return (
    <aside className="count-last" aria-labelledby="last-title">
      <div className="last-stick">
        <div className="last-head">
          <h2 className="section-title" id="last-title">
            {t('last.title')}
          </h2>
          <Button
            variant="minimal"
            size="small"
            icon={sound ? <VolumeUpIcon size={16} /> : <VolumeOffIcon size={16} />}
            aria-label={t('last.sound')}
            aria-pressed={sound}
            onClick={() => {
              setSound(!sound);
              hear(!sound);
              play('taken');
              toField();
            }}
          />
        </div>
        <ul>
          {items.map((item) =>
            item.kind === 'entry' ? (
              <Entry key={item.entry.entry_id} entry={item.entry} {...own} />
            ) : (
              <Notice key={item.notice.id} notice={item.notice} {...own} />
            ),
          )}
        </ul>
        <p className="last-foot muted text-xs">{t(items.length === 0 ? 'last.nothing' : 'last.foot')}</p>
      </div>
    </aside>
  );
}
