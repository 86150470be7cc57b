/** What is sent of a change of rights: busy meanwhile, and why it failed. */
import { useState } from 'react';
import { ApiError, messageOf } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';

interface Sending {
  busy: boolean;
  failure: string | null;
  run: (send: () => Promise<void>) => Promise<void>;
}

/** @param onStale somebody else saved meanwhile: what is written stays, beneath it comes what the other person saved */
export function useSending(onStale: () => Promise<unknown>): Sending {
  const t = useText('rights');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function run(send: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await send();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale') {
        setFailure(t('stale'));
        await onStale();
      } else setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, failure, run };
}
