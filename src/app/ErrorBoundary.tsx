import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../i18n/index.ts';
import { Empty } from '../ui/Empty.tsx';
import { beforeReload } from './drafts.ts';
import { forgetFailures, isLost } from './lazily.ts';
import { networkNow, onNetwork, tryNow, useNetwork } from './network.ts';
import { useFailureTitle } from './pageTitle.ts';

interface PageFailedProps {
  onRetry?: () => void;
  /** Nothing else is on the screen. */
  alone?: boolean | undefined;
}

/** Tries again when the network is back. A file that did not come says nothing of the network: the server is asked. */
function useRetry(onRetry: (() => void) | undefined): void {
  const retry = useRef(onRetry);
  retry.current = onRetry;
  const waits = onRetry !== undefined;
  useEffect(() => {
    if (!waits) return;
    void tryNow();
    return onNetwork(() => {
      if (networkNow().reachable) retry.current?.();
    });
  }, [waits]);
}

/** With `onRetry` the page did not come; without it the page itself broke, and only reloading may help. */
export function PageFailed({ onRetry, alone }: PageFailedProps) {
  const t = useText('errors');
  const { reachable } = useNetwork();
  useRetry(onRetry);
  const title = t(onRetry === undefined ? 'page.title' : 'page.missing');
  useFailureTitle(title);
  // the strip over the page says that there is no network
  const comes = onRetry !== undefined && !reachable && alone !== true;
  const words = (
    <Empty
      kind="failed"
      title={title}
      text={t(comes ? 'comes' : onRetry === undefined ? 'page.text' : 'page.missingText')}
    >
      {onRetry !== undefined && (
        <button type="button" className="bp6-button bp6-intent-primary" onClick={onRetry}>
          {t('page.retry')}
        </button>
      )}
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
  if (!alone) return words;
  return (
    <main>
      <h1 className="unseen">{title}</h1>
      {words}
    </main>
  );
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** What is redrawn when the person tries again. */
  onRetry?: () => void;
  alone?: boolean;
  /** What lies over the page has no place for words of its own: it goes, and whoever opened it says why. */
  onFailure?: (failure: 'lost' | 'broken') => void;
}

/** A page that throws, or that does not come, is replaced by words; the rest of the screen stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: 'none' | 'lost' | 'broken' }> {
  override state = { failure: 'none' as const };

  static getDerivedStateFromError(error: unknown): { failure: 'lost' | 'broken' } {
    return { failure: isLost(error) ? 'lost' : 'broken' };
  }

  override componentDidCatch(error: unknown): void {
    if (this.props.onFailure === undefined) return;
    forgetFailures();
    this.props.onFailure(isLost(error) ? 'lost' : 'broken');
  }

  readonly #retry = () => {
    forgetFailures();
    this.setState({ failure: 'none' });
    this.props.onRetry?.();
  };

  override render(): ReactNode {
    const { failure }: { failure: 'none' | 'lost' | 'broken' } = this.state;
    if (failure === 'none') return this.props.children;
    const { alone, onFailure } = this.props;
    if (onFailure !== undefined) return null;
    return failure === 'lost' ? <PageFailed onRetry={this.#retry} alone={alone} /> : <PageFailed alone={alone} />;
  }
}
