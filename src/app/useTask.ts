/** Work that a press begins and that is no step of a document: a download, an upload, a file that is made. */
import { useEffect, useRef, useState } from 'react';

interface Handlers<Output> {
  onDone?: (output: Output) => void;
  onFailed?: (error: unknown) => void;
}

export interface Task<Input, Output> {
  begin: (input: Input, handlers?: Handlers<Output>) => void;
  busy: boolean;
  /** Why the last one failed, or null. */
  error: unknown;
  /** What is under way is no longer waited for, and a failure is no longer shown. */
  forget: () => void;
}

const IDLE = { busy: false, error: null as unknown };

/** Only the last that was begun is waited for, as long as the component is there. */
export function useTask<Input, Output>(work: (input: Input) => Promise<Output>): Task<Input, Output> {
  const [state, setState] = useState(IDLE);
  const last = useRef(0);
  useEffect(
    () => () => {
      last.current += 1;
    },
    [],
  );

  function begin(input: Input, { onDone, onFailed }: Handlers<Output> = {}): void {
    last.current += 1;
    const own = last.current;
    setState({ busy: true, error: null });
    work(input).then(
      (output) => {
        if (own !== last.current) return;
        setState(IDLE);
        onDone?.(output);
      },
      (error: unknown) => {
        if (own !== last.current) return;
        setState({ busy: false, error });
        onFailed?.(error);
      },
    );
  }

  return {
    begin,
    ...state,
    forget() {
      last.current += 1;
      setState(IDLE);
    },
  };
}
