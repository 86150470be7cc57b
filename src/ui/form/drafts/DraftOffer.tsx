/** What was written in a form earlier and not saved: offered first in the form, never put into it unasked. */
import { Button } from '@blueprintjs/core';
import { EditIcon, TimeIcon } from '@blueprintjs/icons';
import { type ReactNode, useRef, useState } from 'react';
import { ASIDE_HOURS } from '../../../../contract/drafts.ts';
import { formatDate, formatDateTime } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Notice } from '../../Notice.tsx';
import { openStops } from '../stops.ts';
import type { Reader } from './labels.ts';
import type { Draft } from './useDraft.ts';
import '../form.css';

/** Characters of a draft that are shown: enough to know it again. */
const FIRST_WORDS = 60;

/** What can be read of a field, however deep: texts, figures, days, names of what was chosen. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'number') return [formatNumber(value)];
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' ? [] : [/^\d{4}-\d\d-\d\d$/.test(text) ? formatDate(text) : text];
  }
  if (typeof value !== 'object' || value === null) return [];
  if ('title' in value) return wordsIn(value.title);
  return Object.entries(value).flatMap(([key, one]) => (IDS.has(key) ? [] : wordsIn(one)));
}

/** Of rows of a field: figures that say nothing to a person. */
const IDS: ReadonlySet<string> = new Set(['id', 'key', 'version']);

/** Where a page has no field: a row of a tree, a cell of a grid. */
const OTHERS = ['[tabindex="0"]', 'button'];

/** The pressed button is gone with its offer: the person goes on in the first field after it. */
function goOn(offer: HTMLElement, around: HTMLElement): void {
  if (document.activeElement !== document.body) return;
  const isAfter = (stop: HTMLElement) =>
    !offer.isConnected || (offer.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = openStops(around).find(isAfter) ?? openStops(document.body, ...OTHERS).find(isAfter);
  next?.focus();
}

interface DraftOfferProps {
  draft: Draft;
  /** How much it is, in words; so many fields where left out. */
  counted?: string | undefined;
  /** What its fields are called, and how their values read. */
  labels?: ReadonlyMap<string, ReactNode>;
  readers?: ReadonlyMap<string, Reader>;
}

export function DraftOffer({ draft, counted, labels, readers }: DraftOfferProps) {
  const t = useText('kit');
  const { offer, unkept } = draft;
  const element = useRef<HTMLDivElement>(null);
  if (offer === null && !unkept) return null;
  const thenGoOn = (act: () => void) => () => {
    const shown = element.current;
    const around = shown?.parentElement;
    act();
    if (shown && around) requestAnimationFrame(() => goOn(shown, around));
  };
  const going = {
    ...draft,
    take: thenGoOn(draft.take),
    setAside: thenGoOn(draft.setAside),
    startOver: thenGoOn(draft.startOver),
  };
  return (
    <div ref={element} className="form-draft" data-testid="form-draft">
      {unkept && (
        <Notice tone="offline" inset>
          {t('form.draft.unkept')}
        </Notice>
      )}
      {offer !== null && <Offer draft={going} offer={offer} counted={counted} labels={labels} readers={readers} />}
    </div>
  );
}

type OfferProps = Pick<DraftOfferProps, 'draft' | 'counted'> & {
  labels: DraftOfferProps['labels'] | undefined;
  readers: DraftOfferProps['readers'] | undefined;
  offer: NonNullable<Draft['offer']>;
};

function Offer({ draft, offer, counted, labels, readers }: OfferProps) {
  const t = useText('kit');
  const [isLooked, setLooked] = useState(false);
  const { fields, at: instant } = offer.draft;
  const at = formatDateTime(instant);
  if (offer.state === 'taken')
    return (
      <Notice
        tone="info"
        icon={EditIcon}
        inset
        action={<Button size="small" text={t('form.startOver')} onClick={draft.startOver} data-testid="draft-over" />}
      >
        {t('form.draft.taken', { at })}
      </Notice>
    );
  if (offer.state === 'aside')
    return (
      <Notice
        tone="info"
        icon={TimeIcon}
        inset
        action={<Button size="small" text={t('form.draft.back')} onClick={draft.take} data-testid="draft-take" />}
      >
        {t('form.draft.aside', { until: formatDateTime(Date.now() + ASIDE_HOURS * 3_600_000) })}
      </Notice>
    );
  const written = Object.entries(fields).flatMap(([name, value]) => {
    const words = readers?.get(name)?.(value as never) ?? wordsIn(value).join(', ');
    return words === '' ? [] : [{ name, words }];
  });
  const words = written[0]?.words ?? '';
  const first = words.length > FIRST_WORDS ? `${words.slice(0, FIRST_WORDS).trimEnd()}…` : words;
  return (
    <Notice tone="info" icon={EditIcon} inset>
      <b>{t('form.draft.offered', { at })}</b>
      <br />
      {isLooked ? (
        <ul className="form-draft-all" data-testid="draft-all">
          {written.map(({ name, words: said }) => (
            <li key={name}>
              {labels?.has(name) && <span className="muted">{labels.get(name)}: </span>}
              {said}
            </li>
          ))}
        </ul>
      ) : (
        first !== '' && <span className="form-draft-words">«{first}»</span>
      )}{' '}
      <span className="muted">{counted ?? t('form.draft.fields', { count: Object.keys(fields).length })}</span>
      <div className="form-draft-acts">
        <Button
          size="small"
          intent="primary"
          text={t('form.draft.take')}
          onClick={draft.take}
          data-testid="draft-take"
        />
        {!isLooked && (written.length > 1 || first !== (written[0]?.words ?? '')) && (
          <Button size="small" text={t('form.draft.look')} onClick={() => setLooked(true)} data-testid="draft-look" />
        )}
        <Button size="small" text={t('form.startOver')} onClick={draft.setAside} data-testid="draft-aside" />
      </div>
    </Notice>
  );
}
