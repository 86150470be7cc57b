/** What the pages of requests (P1) share: who wrote one and what was decided about it. */
import type { ReactNode } from 'react';
import { type Text, useText } from '../i18n/index.ts';
import type { ListColumn } from '../ui/list/columns.tsx';
import { Reason } from '../ui/Notice.tsx';

export interface RequestFacts {
  readonly author: { readonly fullname: string };
  /** Why it was refused or given up. */
  readonly decision: string | null;
}

interface AboutRequestProps extends RequestFacts {
  /** The directory of the requests. */
  readonly of: string;
  /** Names and values of its own, `dt` and `dd`. */
  readonly children: ReactNode;
}

export function AboutRequest({ of, author, decision, children }: AboutRequestProps) {
  const own = useText(`directories/${of}`);
  const t = useText('directory');
  return (
    <>
      {decision !== null && (
        <Reason>
          {own('fields.decision')}: {decision}
        </Reason>
      )}
      <dl className="facts">
        {children}
        <dt>{t('author')}</dt>
        <dd>{author.fullname}</dd>
      </dl>
    </>
  );
}

export const decisionColumn = (own: Text): ListColumn<{ decision: string | null }> => ({
  key: 'decision',
  title: own('fields.decision'),
  width: '12rem',
  cut: true,
  hidden: true,
  value: ({ decision }) => decision,
});
