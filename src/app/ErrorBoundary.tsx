import { Component, type ReactNode } from 'react';
import { useText } from '../i18n/index.ts';
import { Empty } from '../ui/Empty.tsx';
import { beforeReload } from './drafts.ts';

function PageFailed() {
  const t = useText('errors');
  return (
    <Empty kind="failed" title={t('page.title')} text={t('page.text')}>
      <button
        type="button"
        className="bp6-button"
        onClick={() => {
          beforeReload();
          window.location.reload();
        }}
      >
        {t('page.reload')}
      </button>
    </Empty>
  );
}

/** A page that throws is replaced by words; the rest of the screen stays. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}
