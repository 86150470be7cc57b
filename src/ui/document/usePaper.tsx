/** Printing a document: its paper is in the page only while it is printed, so that long ones do not weigh on it. */
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ApiError, messageOf } from '../../api/client.ts';
import { toastError } from '../toasts.ts';

interface Paper {
  print: (make: () => Promise<ReactElement>) => Promise<void>;
  /** Drawn somewhere in the page. */
  sheet: ReactNode;
}

/** @param className of the body while it is printed. @param failed words where the paper could not be made */
export function usePaper(className: string, failed: string): Paper {
  const [sheet, setSheet] = useState<ReactElement | null>(null);
  useEffect(() => {
    if (sheet === null) return;
    const done = () => setSheet(null);
    document.body.classList.add(className);
    window.addEventListener('afterprint', done, { once: true });
    window.print();
    return () => {
      document.body.classList.remove(className);
      window.removeEventListener('afterprint', done);
    };
  }, [sheet, className]);
  return {
    async print(make) {
      try {
        setSheet(await make());
      } catch (error) {
        const requestId = error instanceof ApiError ? error.requestId : undefined;
        toastError(failed, { text: messageOf(error), ...(requestId && { requestId }) });
      }
    },
    sheet: sheet !== null && createPortal(sheet, document.body),
  };
}
