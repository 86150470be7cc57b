/** The serial desk as a person with a scanner uses it. Words of the screen are Uzbek. */
import { expect, type Locator, type Page } from '@playwright/test';
import { luhnDigit } from '../../contract/checkDigits.ts';
import type { Invoice } from '../../contract/invoices/invoice.ts';
import type { LineBody } from '../../contract/invoices/lines.ts';
import {
  attachSerials,
  deleteSerial,
  generateSerials,
  serialIndex,
  serialPlaces,
} from '../../contract/invoices/serials.ts';
import serialDesk from '../../locales/uz/serialDesk.json' with { type: 'json' };
import { sellingPrice } from '../../machines/invoice/sellingPrice.ts';
import { api, type Branch, type BranchPerson } from '../harness/control.ts';

export const texts = serialDesk;
export const CALLS = { attachSerials, deleteSerial, generateSerials, serialIndex, serialPlaces };

export const invoicePath = (id: number) => `/repositories/organization-invoice/${id}`;

/** A right IMEI: eight digits of a model, six of the unit. */
export function imeiOf(unit: number, tac = '35693803'): string {
  const digits = `${tac}${String(unit).padStart(6, '0')}`;
  return `${digits}${luhnDigit(digits)}`;
}

/** The same with a check digit that does not fit. */
export const wrongOf = (imei: string): string => `${imei.slice(0, 14)}${(Number(imei[14]) + 1) % 10}`;

let unit = 0;
/** An IMEI that no test has used. */
export const newImei = (): string => {
  unit += 1;
  return imeiOf((process.pid % 900) * 1_000 + unit);
};

/** An invoice of the branch with one line, made over the server. */
export async function invoiceWithLine(
  branch: Branch,
  variantId: number,
  count: number,
): Promise<{ id: number; lineId: number }> {
  const maker = branch.people.purchaser;
  const head = await api<{ data: Invoice }>(maker, 'POST', '/product_invoice/create', {
    partner_id: 1,
    comment: 'Kuzgi kirim',
    invoice_date: '2026-11-20',
    number_invoice: `SD-${branch.organizationId}-${variantId}-${count}`,
    partner_firm_id: 1,
    type: 'regular',
    warehouse_list_id: branch.warehouseId,
  });
  const { id } = head.body.data;
  const figures = { value: 100_000, no_cash: 80, additional: 0, other_additional: 0, currency_change: 1, count };
  const line: LineBody = {
    ...figures,
    product_variant_id: variantId,
    currency_id: 1,
    selling_price: sellingPrice(figures) ?? 0,
  };
  const answer = await api<{ data: { id: number } }>(maker, 'POST', `/input_product/create/${id}`, line);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { id, lineId: answer.body.data.id };
}

export const cancelInvoice = (person: BranchPerson, id: number) =>
  api(person, 'PUT', `/product_invoice/cancel/${id}`, {
    canceled_commentary: 'Tovar kelmadi',
    canceled_commentary_type: 'goods_not_received',
  });

export const attach = (person: BranchPerson, lineId: number, serial_number: string, imei_numbers: string[]) =>
  api(person, 'POST', '/partner-input/attach-serial-number', {
    input_product_id: lineId,
    has_many: true,
    serial_numbers: [{ serial_number, imei_numbers }],
  });

export class SerialDeskPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(invoiceId: number): Promise<void> {
    await this.page.goto(invoicePath(invoiceId));
    await this.openDesk();
  }
  async openDesk(): Promise<void> {
    await this.page.getByTestId('line-serials').first().click();
    await this.desk.waitFor();
  }

  get desk(): Locator {
    return this.page.getByTestId('serial-desk');
  }
  get field(): Locator {
    return this.page.getByTestId('desk-scan');
  }
  get expected(): Locator {
    return this.page.getByTestId('desk-expected');
  }
  get last(): Locator {
    return this.page.getByTestId('desk-last');
  }
  get units(): Locator {
    return this.page.getByTestId('desk-unit');
  }
  get faulty(): Locator {
    return this.page.locator('[data-testid="desk-unit"][data-fault]');
  }
  get savedUnits(): Locator {
    return this.page.getByTestId('saved-unit');
  }
  get pasteField(): Locator {
    return this.page.getByTestId('desk-paste');
  }
  get makeField(): Locator {
    return this.page.getByTestId('desk-make');
  }
  get editor(): Locator {
    return this.page.getByTestId('unit-editor');
  }
  get saveButton(): Locator {
    return this.page.getByTestId('desk-save');
  }
  get undoButton(): Locator {
    return this.page.getByTestId('desk-undo');
  }
  get closeButton(): Locator {
    return this.page.getByTestId('desk-close');
  }
  get failedNotice(): Locator {
    return this.page.getByTestId('desk-failed');
  }
  get lockedNotice(): Locator {
    return this.page.getByTestId('desk-locked');
  }
  get leaving(): Locator {
    return this.page.getByTestId('leaving-stay');
  }
  figure = (name: 'needed' | 'saved' | 'listed' | 'bad'): Locator => this.page.getByTestId(`desk-${name}`);

  /** A scanner: keys wherever the focus is, then Enter. */
  async scan(code: string): Promise<void> {
    await this.page.keyboard.type(code);
    await this.page.keyboard.press('Enter');
  }

  way = (way: 'scan' | 'paste' | 'make'): Promise<void> =>
    this.page.getByTestId('desk-ways').getByText(serialDesk.entry[way], { exact: true }).click();

  /** What the clipboard holds, put into the scanner's field. */
  async paste(text: string): Promise<void> {
    await this.field.evaluate((field, words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', words);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }
  async pasteInField(text: string): Promise<void> {
    await this.pasteField.fill(text);
    await this.page.getByTestId('desk-paste-take').click();
  }
  async make(count: number): Promise<void> {
    await this.makeField.fill(String(count));
    await this.page.getByTestId('desk-make-do').click();
  }

  onlyBad = (): Promise<void> =>
    this.page
      .getByRole('group', { name: serialDesk.list.filter })
      .getByRole('button', { name: serialDesk.list.bad })
      .click();
  unitWith = (code: string): Locator => this.units.filter({ hasText: code });
  edit = (row: Locator = this.units.first()): Promise<void> => row.getByTestId('unit-edit').click();
  remove = (row: Locator = this.units.first()): Promise<void> => row.getByTestId('unit-remove').click();
  async change(serial: string, imeis: readonly string[]): Promise<void> {
    await this.editor.getByTestId('edit-serial').fill(serial);
    for (const [at, imei] of imeis.entries()) await this.editor.getByTestId('edit-imei').nth(at).fill(imei);
    await this.editor.getByTestId('edit-take').click();
  }
  dropEdit = (): Promise<void> => this.editor.getByTestId('edit-drop').click();
  dropBad = (): Promise<void> => this.page.getByTestId('desk-drop-bad').click();
  undo = (): Promise<void> => this.undoButton.click();
  save = (): Promise<void> => this.saveButton.click();
  retry = (): Promise<void> => this.page.getByTestId('desk-retry').click();
  release = (): Promise<void> => this.page.getByTestId('desk-release').click();
  askDelete = (): Promise<void> => this.page.getByTestId('saved-ask').last().click();
  confirmDelete = (): Promise<void> => this.page.getByTestId('saved-delete').click();
  keepSaved = (): Promise<void> => this.page.getByTestId('saved-keep').click();
  close = (): Promise<void> => this.closeButton.click();
  stay = (): Promise<void> => this.leaving.click();
  discard = (): Promise<void> => this.page.getByTestId('leaving-discard').click();
}
