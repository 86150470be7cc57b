/** What was written in a form earlier and not saved: offered first in the form, never put into it unasked. */
import { Button } from '@blueprintjs/core';
import { EditIcon, TimeIcon } from '@blueprintjs/icons';
import { ASIDE_HOURS } from '../../../../contract/drafts.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { useText } from '../../../i18n/index.ts';
import { Notice } from '../../Notice.tsx';
import type { Draft } from './useDraft.ts';

/** Characters of a draft that are shown: enough to know it again. */
const FIRST_WORDS = 60;

/** The first text that is found in a field, however deep. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null) return '';
  if ('title' in value) return textIn(value.title);
  return Object.values(value).map(textIn).find(Boolean) ?? '';
}

export function DraftOffer({ draft: { offer, unkept, take, setAside, startOver } }: { draft: Draft }) {
  const t = useText('kit');
  const failed = unkept && (
    <Notice tone="offline" inset>
      {t('form.draft.unkept')}
    </Notice>
  );
  if (offer === null) return failed && <div className="form-draft">{failed}</div>;
  const { draft, state } = offer;
  const at = formatDateTime(draft.at);
  const count = Object.keys(draft.fields).length;
  const words = Object.values(draft.fields).map(textIn).find(Boolean) ?? '';
  const first = words.length > FIRST_WORDS ? `${words.slice(0, FIRST_WORDS).trimEnd()}…` : words;
  const until = formatDateTime(Date.now() + ASIDE_HOURS * 3_600_000);
  return (
    <div className="form-draft" data-testid="form-draft">
      {failed}
      {state === 'offered' && (
        <Notice
          tone="info"
          icon={EditIcon}
          inset
          action={
            <>
              <Button
                size="small"
                intent="primary"
                text={t('form.draft.take')}
                onClick={take}
                data-testid="draft-take"
              />
              <Button size="small" text={t('form.startOver')} onClick={setAside} data-testid="draft-aside" />
            </>
          }
        >
          <b>{t('form.draft.offered', { at })}</b>
          <br />
          {first !== '' && <span className="form-draft-words">«{first}»</span>}{' '}
          <span className="muted">{t('form.draft.fields', { count })}</span>
        </Notice>
      )}
      {state === 'taken' && (
        <Notice
          tone="info"
          icon={EditIcon}
          inset
          action={<Button size="small" text={t('form.startOver')} onClick={startOver} data-testid="draft-over" />}
        >
          {t('form.draft.taken', { at })}
        </Notice>
      )}
      {state === 'aside' && (
        <Notice
          tone="info"
          icon={TimeIcon}
          inset
          action={<Button size="small" text={t('form.draft.back')} onClick={take} data-testid="draft-take" />}
        >
          {t('form.draft.aside', { until })}
        </Notice>
      )}
    </div>
  );
}
