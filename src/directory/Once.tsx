/** What the server tells in one answer and never again: a one-time password, big enough to be read out. */
import { Button } from '@blueprintjs/core';
import { DuplicateIcon } from '@blueprintjs/icons';
import type { Fields } from '../../machines/recordPane/merge.ts';
import { type Text, useText } from '../i18n/index.ts';
import './once.css';

export default function Once({ told, own }: { told: Fields; own: Text }) {
  const t = useText('directory');
  return Object.entries(told).map(([name, value]) => (
    <section key={name} className="once" aria-live="polite" data-testid={`once-${name}`}>
      <b>{own(`once.${name}`)}</b>
      <div className="once-value">
        <output className="mono">{String(value)}</output>
        <Button
          variant="minimal"
          icon={<DuplicateIcon size={14} />}
          aria-label={t('common:copy')}
          title={t('common:copy')}
          onClick={() => void navigator.clipboard.writeText(String(value))}
        />
      </div>
      <p className="muted">{t('once')}</p>
    </section>
  ));
}
