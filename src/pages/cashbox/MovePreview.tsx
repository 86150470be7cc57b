/** What moving prepaid money does, before it is moved: the rule that the server posts by, on what the desk was read as. */
import type { Desk, DeskContract } from '../../../contract/cashDocuments.ts';
import { type Book, isFirstPaid, move, owedBy, prepaidOf } from '../../../contract/sale/allocation.ts';
import { useText } from '../../i18n/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Change, NowAndAfter } from './Change.tsx';

interface Moved {
  desk: Desk;
  from: number | null;
  to: number;
  amount: number;
}

interface Effect {
  contract: DeskContract;
  prepaid: readonly [before: number, after: number];
  /** Of a contract that was handed over. */
  owed: readonly [before: number, after: number] | null;
  /** Of one that was not: whether the first payment is there. */
  first: readonly [before: boolean, after: boolean] | null;
  closes: boolean;
}

/** Contracts whose money becomes another. */
function effectsOf({ desk, from, to, amount }: Moved): { after: Book; effects: Effect[] } {
  const { book: after, closed } = move(desk, from, to, amount, desk.day ?? desk.as_of);
  const effects = desk.contracts.flatMap((contract): Effect[] => {
    const then = after.contracts.find(({ id }) => id === contract.id) ?? contract;
    const prepaid = [prepaidOf(desk, contract.id), prepaidOf(after, contract.id)] as const;
    const owed = [owedBy(contract), owedBy(then)] as const;
    if (prepaid[0] === prepaid[1] && owed[0] === owed[1]) return [];
    const first = [isFirstPaid(desk, contract), isFirstPaid(after, then)] as const;
    return [
      {
        ...{ contract, prepaid, owed: contract.charged ? owed : null },
        ...{ first: contract.charged ? null : first, closes: closed.includes(contract.id) },
      },
    ];
  });
  return { after, effects };
}

export function MovePreview(moved: Moved) {
  const t = useText('cashbox');
  const { after, effects } = effectsOf(moved);
  const free = [prepaidOf(moved.desk, null), prepaidOf(after, null)] as const;
  return (
    <div className="reversal" data-testid="move-preview">
      {effects.map(({ contract: { id, number }, prepaid, owed, first, closes }) => (
        <section key={id} aria-label={number ?? String(id)}>
          <h3 className="code">{number ?? `#${id}`}</h3>
          {first?.[0] && !first[1] && (
            <Notice tone="bad" inset>
              {t('move.firstGone')}
            </Notice>
          )}
          {first?.[1] && !first[0] && (
            <Notice tone="waiting" inset>
              {t('move.firstPaid')}
            </Notice>
          )}
          {closes && (
            <Notice tone="waiting" inset>
              {t('move.closes')}
            </Notice>
          )}
          <NowAndAfter after={t('move.after')}>
            <Change name={t('prepaid')} before={prepaid[0]} after={prepaid[1]} />
            {owed && <Change name={t('move.owed')} before={owed[0]} after={owed[1]} />}
          </NowAndAfter>
        </section>
      ))}
      {free[0] !== free[1] && (
        <NowAndAfter after={t('move.after')}>
          <Change name={t('reversal.free')} before={free[0]} after={free[1]} />
        </NowAndAfter>
      )}
    </div>
  );
}
