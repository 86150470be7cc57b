import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import type { InvoiceDetails } from '../../../../contract/invoices/invoice.ts';
import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import { type SerialEntry, serialIndex } from '../../../../contract/invoices/serials.ts';
import { request } from '../../../api/client.ts';
import { usePrintKey } from '../../../app/usePrintKey.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { usePaper } from '../../../ui/document/usePaper.tsx';
import { toastError } from '../../../ui/toasts.ts';

export interface PrintMenuProps {
  invoice: InvoiceDetails;
  lines: readonly InputProduct[];
  /** Lines that are not saved yet: paper would differ from the screen. */
  unsaved: number;
}

type Paper = 'invoice' | 'note' | 'label' | 'sheet';

/** Serial numbers come line by line; so many lines are asked at once. */
const AT_ONCE = 6;

async function serialsOf(lines: readonly InputProduct[]): Promise<Map<number, readonly SerialEntry[]>> {
  const serial = lines.filter((line) => line.product_variant.is_serial_number && line.serials.saved > 0);
  const found = new Map<number, readonly SerialEntry[]>();
  for (let at = 0; at < serial.length; at += AT_ONCE) {
    await Promise.all(
      serial.slice(at, at + AT_ONCE).map(async ({ id }) => {
        const { serial_numbers } = await request(serialIndex, { params: { id } });
        found.set(id, serial_numbers);
      }),
    );
  }
  return found;
}

async function paperOf(paper: Paper, invoice: InvoiceDetails, lines: readonly InputProduct[]): Promise<ReactElement> {
  if (paper === 'label' || paper === 'sheet') {
    const { Labels } = await import('./Labels.tsx');
    return <Labels lines={lines} sheets={paper === 'sheet'} />;
  }
  const [{ InvoicePaper }, serials] = await Promise.all([
    import('./InvoicePaper.tsx'),
    paper === 'note' ? serialsOf(lines) : null,
  ]);
  return <InvoicePaper invoice={invoice} lines={lines} serials={serials} />;
}

/** What an invoice is on paper. */
export function PrintMenu(props: PrintMenuProps) {
  const t = useText('invoicePrint');
  const { print, sheet } = usePaper('prints-invoice', t('failed'));
  const labels = props.lines.reduce((all, line) => all + (line.print ? line.print_count : 0), 0);
  const unsaved = t('unsaved', { count: props.unsaved, figure: formatNumber(props.unsaved) });
  const printPaper = (paper: Paper) => void print(() => paperOf(paper, props.invoice, props.lines));
  usePrintKey(
    props.lines.length === 0 ? null : () => (props.unsaved > 0 ? void toastError(unsaved) : printPaper('invoice')),
  );
  const item = (paper: Paper, disabled: boolean) => (
    <MenuItem
      key={paper}
      text={t(`papers.${paper}`)}
      disabled={disabled || props.unsaved > 0}
      onClick={() => printPaper(paper)}
      data-testid={`print-${paper}`}
    />
  );
  return (
    <>
      <PopoverNext
        arrow={false}
        animation="minimal"
        placement="bottom-end"
        content={
          <Menu className="print-papers">
            {props.unsaved > 0 && <MenuDivider title={unsaved} />}
            {(['invoice', 'note'] as const).map((paper) => item(paper, props.lines.length === 0))}
            <MenuDivider
              title={labels === 0 ? t('nothingMarked') : t('labels', { count: labels, figure: formatNumber(labels) })}
            />
            {(['label', 'sheet'] as const).map((paper) => item(paper, labels === 0))}
          </Menu>
        }
      >
        <Button
          icon={<PrintIcon size={14} />}
          aria-label={t('button')}
          title={t('button')}
          data-testid="invoice-print"
        />
      </PopoverNext>
      {sheet}
    </>
  );
}
