import { useSelector } from '@xstate/react';
import { partnerFirms, warehouseAutocomplete } from '../../../../contract/invoices/choices.ts';
import { type InvoiceHead, invoiceHistory } from '../../../../contract/invoices/heads.ts';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import { figuresOf, type LineDraft, type LineFigures } from '../../../../machines/invoiceWorkspace/lines.ts';
import { mergedHead, mergedLine, mergeOfHead, mergeOfLine } from '../../../../machines/invoiceWorkspace/merge.ts';
import { newKey } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { formatDate } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { partners } from '../choices.ts';
import type { CommandActor, InvoiceActor } from './actors.ts';
import { type CurrencyChoice, currencyOf } from './cells.ts';
import { FieldConflict } from './FieldConflict.tsx';

/** The head that somebody else saved meanwhile. */
export function CommandConflict({ actor, invoice }: { actor: CommandActor; invoice: InvoiceDetails }) {
  const t = useText('invoice');
  const shown = useSelector(actor, (snapshot) => snapshot.matches('conflict'));
  const command = useSelector(actor, ({ context }) => context.command);
  const current = useSelector(actor, ({ context }) => context.refusal?.current ?? null);
  const mineNames = useNames(shown ? (command?.head ?? null) : null);
  if (!shown || command?.head === undefined || current === null) return null;
  const mine = command.head;
  const seen: Names = {
    partner_id: [invoice.partner_id, invoice.partner],
    partner_firm_id: [invoice.partner_firm_id, invoice.partner_firm],
    warehouse_list_id: [invoice.warehouse_list_id, invoice.warehouse_list],
  };
  const theirs: Names = {
    partner_id: [current.head.partner_id, current.names.partner],
    partner_firm_id: [current.head.partner_firm_id, current.names.firm],
    warehouse_list_id: [current.head.warehouse_list_id, current.names.warehouse],
  };
  const words = (head: InvoiceHead, key: keyof InvoiceHead): string => {
    if (key === 'partner_id' || key === 'partner_firm_id' || key === 'warehouse_list_id') {
      const id = head[key];
      if (id == null) return '—';
      // without a name only the question of what could not be checked remains
      return [theirs, seen, mineNames].find((names) => names[key][0] === id)?.[key][1] ?? `№ ${id}`;
    }
    if (key === 'invoice_date') return formatDate(head[key]);
    if (key === 'type') return t(`types.${head[key] ?? 'regular'}`);
    return String(head[key] ?? '') || '—';
  };
  const heads = { seen: command.seen ?? current.head, mine, theirs: current.head };
  const merge = mergeOfHead(heads);
  const fieldOf = (key: keyof InvoiceHead) => ({
    key,
    field: t(`head.${FIELDS[key]}`),
    mine: words(mine, key),
    theirs: words(current.head, key),
  });
  return (
    <FieldConflict
      title={t('conflict.title', { number: invoice.number })}
      by={current.by}
      at={current.at}
      fields={merge.conflicts.map(fieldOf)}
      settled={[
        ...merge.mine.map((key) => ({ ...fieldOf(key), side: 'mine' as const })),
        ...merge.theirs.map((key) => ({ ...fieldOf(key), side: 'theirs' as const })),
      ]}
      onSave={(sides) =>
        actor.send({
          type: 'command.keepMine',
          key: newKey(),
          words: { head: mergedHead(heads, merge, (key) => sides[key] === 'theirs'), seen: current.head },
        })
      }
      onTheirs={() => actor.send({ type: 'command.takeTheirs' })}
    />
  );
}

const FIELDS: Readonly<Record<keyof InvoiceHead, string>> = {
  partner_id: 'partner',
  partner_firm_id: 'firm',
  number_invoice: 'number',
  invoice_date: 'date',
  warehouse_list_id: 'warehouse',
  type: 'type',
  comment: 'comment',
};

/** Ids of a head with what they are called; no name: not known yet. */
type Names = Readonly<
  Record<
    'partner_id' | 'partner_firm_id' | 'warehouse_list_id',
    readonly [id: number | null | undefined, name: string | null | undefined]
  >
>;

/** What the person has chosen from lists: read from them again. */
function useNames(head: InvoiceHead | null): Names {
  const { partner_id = 0, partner_firm_id, warehouse_list_id } = head ?? {};
  const firms = useCall(partnerFirms, { params: { id: partner_id } }, { enabled: partner_firm_id != null }).data?.data;
  const warehouses = useCall(warehouseAutocomplete, {}, { enabled: head !== null }).data?.data;
  return {
    partner_id: [partner_id, partners.useTitle(partner_id || null)],
    partner_firm_id: [partner_firm_id, firms?.find(({ id }) => id === partner_firm_id)?.name],
    warehouse_list_id: [warehouse_list_id, warehouses?.find(({ id }) => id === warehouse_list_id)?.name],
  };
}

export interface LineConflictProps {
  actor: InvoiceActor;
  draft: LineDraft;
  currencies: readonly CurrencyChoice[];
  invoiceId: number;
}

/** A line that somebody else saved meanwhile. */
export function LineConflict({ actor, draft, currencies, invoiceId }: LineConflictProps) {
  const t = useText('invoice');
  const history = useCall(invoiceHistory, { params: { id: invoiceId } }, { staleTime: 0 });
  // what was read before is older than what they saved
  const last = history.isFetching
    ? undefined
    : history.data?.data.find(({ payload }) => payload.line_id === draft.theirs?.id);
  if (draft.theirs === null) return null;
  const theirs = figuresOf(draft.theirs);
  const takeTheirs = () => actor.send({ type: 'conflict.takeTheirs', key: draft.key });
  const sides = { seen: draft.base ?? theirs, mine: draft.figures, theirs };
  const merge = mergeOfLine(sides);
  const fieldOf = (key: keyof LineFigures) => ({
    key,
    field: t(`lines.full.${key}`),
    mine: words(draft.figures, key),
    theirs: words(theirs, key),
  });
  const words = (figures: LineFigures, key: keyof LineFigures) =>
    key === 'currency_id'
      ? (currencyOf(currencies, { line: draft.theirs, figures }) ?? '')
      : typeof figures[key] === 'number'
        ? formatNumber(figures[key], { decimals: 4, trim: true })
        : '—';
  return (
    <FieldConflict
      title={draft.product.title}
      by={last?.user?.fullname ?? null}
      at={last?.at ?? null}
      fields={[
        ...(draft.removed
          ? [
              {
                key: 'removed' as const,
                field: t('conflict.line'),
                mine: t('conflict.removed'),
                theirs: t('conflict.stays'),
              },
            ]
          : []),
        ...merge.conflicts.map(fieldOf),
      ]}
      settled={[
        // they go with the line, or stay with it
        ...(draft.removed && draft.theirs.serials.saved > 0
          ? [
              {
                key: 'serials' as const,
                field: t('conflict.serials'),
                mine: t('conflict.serialsGo'),
                theirs: t('conflict.serialsStay', { figure: formatNumber(draft.theirs.serials.saved) }),
                side: null,
              },
            ]
          : []),
        ...merge.mine.map((key) => ({ ...fieldOf(key), side: 'mine' as const })),
        ...merge.theirs.map((key) => ({ ...fieldOf(key), side: 'theirs' as const })),
      ]}
      onSave={(chosen) => {
        if (draft.removed && chosen.removed === 'theirs') return takeTheirs();
        actor.send({
          type: 'conflict.resolve',
          key: draft.key,
          figures: mergedLine(sides, merge, (key) => chosen[key] === 'theirs'),
          idem: newKey(),
        });
      }}
      onTheirs={takeTheirs}
    />
  );
}
