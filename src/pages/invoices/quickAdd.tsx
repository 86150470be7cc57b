/** The plus beside partner and firm in a form of an invoice: the pane of the new one opens over the form, which waits. */
import { Button } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAllows } from '../../app/session.ts';
import { loadTexts, say } from '../../i18n/index.ts';
import type { Option } from '../../ui/form/remote.ts';
import { toastError } from '../../ui/toasts.ts';
import type * as QuickPanes from '../supply/QuickPane.tsx';
import { partners } from './choices.ts';

type What = 'partner' | 'firm';
type Panes = typeof QuickPanes;

/** Nothing is drawn before all of it is here: a fetch that fails must not take the form along. */
async function fetchPanes(): Promise<Panes> {
  const [panes] = await Promise.all([
    import('../supply/QuickPane.tsx'),
    loadTexts('directories/partner', 'directory', 'records'),
  ]);
  return panes;
}

interface QuickAddOptions {
  labels: Readonly<Record<What, string>>;
  /** The partner that is chosen: whose firm a new one is. */
  partner: Option | null;
  disabled: boolean;
  onPartner: (made: Option) => void;
  onFirm: (id: number) => void;
}

export interface QuickAdd {
  /** Buttons for `beside` of the two fields; none for who may not. */
  partner: ReactNode;
  firm: ReactNode;
  /** Drawn beside the form's own pane, which is hidden meanwhile. */
  pane: ReactNode;
}

export function useQuickAdd({ labels, partner, disabled, onPartner, onFirm }: QuickAddOptions): QuickAdd {
  const may = {
    partner: useAllows('reliable_partners.add'),
    firm: useAllows('reliable_partners.add|reliable_partners.edit') && partner !== null,
  };
  const [fetching, setFetching] = useState<What | null>(null);
  const [open, setOpen] = useState<{ what: What; panes: Panes } | null>(null);
  const buttons = { partner: useRef<HTMLButtonElement>(null), firm: useRef<HTMLButtonElement>(null) };
  const pressed = useRef<What | null>(null);
  // where the hand was before the form was covered
  useEffect(() => {
    if (open !== null || pressed.current === null) return;
    buttons[pressed.current].current?.focus();
    pressed.current = null;
  });
  const press = async (what: What) => {
    setFetching(what);
    try {
      const panes = await fetchPanes();
      pressed.current = what;
      setOpen({ what, panes });
    } catch {
      toastError(say('errors:network'));
    } finally {
      setFetching(null);
    }
  };
  const close = () => setOpen(null);
  const button = (what: What) =>
    may[what] && (
      <Button
        ref={buttons[what]}
        icon={<PlusIcon size={14} />}
        aria-label={labels[what]}
        title={labels[what]}
        disabled={disabled}
        loading={fetching === what}
        onClick={() => void press(what)}
        data-testid={`quick-${what}`}
      />
    );
  const made = <Made,>(take: (one: Made) => void) => ({
    onMade: (one: Made) => {
      take(one);
      close();
    },
    onClose: close,
  });
  return {
    partner: button('partner'),
    firm: button('firm'),
    pane:
      open === null ? null : open.what === 'partner' ? (
        <open.panes.QuickPartner
          {...made((one: Option) => {
            partners.learn(one);
            onPartner(one);
          })}
        />
      ) : (
        partner !== null && <open.panes.QuickFirm partner={partner} {...made(onFirm)} />
      ),
  };
}
