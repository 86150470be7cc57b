import { type ReactNode, Suspense, useDeferredValue, useEffect } from 'react';
import { TopBar } from '../ui/loading.tsx';

interface ArrivingProps {
  /** What is drawn; another one begins to arrive. */
  id: string;
  /** Its code and texts are here: it is drawn at once. */
  here?: boolean;
  onHere?: () => void;
  children: ReactNode;
}

/**
 * What is drawn once its code and texts have come, a bar until then. A fallback of `Suspense` that was shown stays for 300 ms
 * at least; so the bar is content, and its successor is drawn as a deferred value, which waits without a fallback.
 */
export function Arriving({ id, here = false, onHere, children }: ArrivingProps) {
  const arrived = useDeferredValue(id, '') === id || here;
  useEffect(() => {
    if (arrived) onHere?.();
  }, [arrived, onHere]);
  return <Suspense fallback={<TopBar />}>{arrived ? children : <TopBar />}</Suspense>;
}
