/** What was written in a form earlier and not saved: offered first in the form, never put into it unasked. */
import { Button } from '@blueprintjs/core';
import { EditIcon, TimeIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { ASIDE_HOURS } from '../../../../contract/drafts.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { useText } from '../../../i18n/index.ts';
import { Notice } from '../../Notice.tsx';
import type { Draft } from './useDraft.ts';
import '../form.css';

/** Characters of a draft that are shown: enough to know it again. */
const FIRST_WORDS = 60;

/** The first text that is found in a field, however deep. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null) return '';
  if ('title' in value) return textIn(value.title);
  return Object.values(value).map(textIn).find(Boolean) ?? '';
}

interface DraftOfferProps {
  draft: Draft;
  /** How much it is, in words; so many fields where left out. */
  counted?: string | undefined;
}

export function DraftOffer({ draft, counted }: DraftOfferProps) {
  const t = useText('kit');
  const { offer, unkept } = draft;
  if (offer === null && !unkept) return null;
  return (
    <div className="form-draft" data-testid="form-draft">
      {unkept && (
        <Notice tone="offline" inset>
          {t('form.draft.unkept')}
        </Notice>
      )}
      {offer !== null && <Offer draft={draft} offer={offer} counted={counted} />}
    </div>
  );
}

function Offer({ draft, offer, counted }: DraftOfferProps & { offer: NonNullable<Draft['offer']> }) {
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
  const texts = Object.values(fields).map(textIn).filter(Boolean);
  const words = texts[0] ?? '';
  const first = words.length > FIRST_WORDS ? `${words.slice(0, FIRST_WORDS).trimEnd()}…` : words;
  return (
    <Notice tone="info" icon={EditIcon} inset>
      <b>{t('form.draft.offered', { at })}</b>
      <br />
      {isLooked ? (
        <ul className="form-draft-all" data-testid="draft-all">
          {Object.entries(fields).map(([name, value]) => {
            const text = textIn(value);
            return text !== '' && <li key={name}>{text}</li>;
          })}
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
        {!isLooked && (texts.length > 1 || first !== words) && (
          <Button size="small" text={t('form.draft.look')} onClick={() => setLooked(true)} data-testid="draft-look" />
        )}
        <Button size="small" text={t('form.startOver')} onClick={draft.setAside} data-testid="draft-aside" />
      </div>
    </Notice>
  );
}
