/** Nothing that is written is lost: a form, a text area and whatever asks before it is left keep a draft, by the list of forms. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { FORMS } from '../../src/ui/form/drafts/forms.ts';

const src = resolve(import.meta.dirname, '../../src');
const files = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(join(src, file), 'utf8')]),
);

const isWrittenIn = (text: string) =>
  /<(form|textarea|TextArea|AreaField|TextField|NumberField|SumField|PhoneField|DateField|MoneyField|WritingWindow)\b|\buseForm[(<]|^ *useUnsaved\(/m.test(
    text,
  );
/** It names its form, or the kit that does; a desk keeps its rows in the tab. */
const keeps = (text: string) =>
  /\bbeside=\{\{|\bform: (['`]|name\b)|\buseDraft\(\{|\buseReasonDraft\(|function useKept\(/.test(text);

/** Parts of a form that another file keeps; null: nothing of it is to be kept, for the reason. */
const KEPT_BY: Readonly<Record<string, string | null>> = {
  'directory/controls.tsx': 'ui/record/usePaneForm.ts',
  'directories/segment.tsx': 'ui/record/usePaneForm.ts',
  'directory/message.tsx': 'ui/record/usePaneForm.ts',
  'pages/counting/act/Comments.tsx': 'pages/counting/act/useComment.ts',
  'pages/counting/act/Decision.tsx': 'pages/counting/act/useDecisionsDraft.ts',
  'pages/invoices/window/CorrectForm.tsx': 'pages/invoices/window/CommandDialog.tsx',
  // a list that was copied is still where it came from; the codes that it yields are kept
  'pages/invoices/paste/PasteDialog.tsx': null,
  'pages/invoices/serials/Entry.tsx': 'pages/invoices/serials/kept.ts',
  'pages/counting/act/Workspace.tsx': 'pages/counting/act/useDecisionsDraft.ts',
  'pages/invoices/serials/SerialDesk.tsx': 'pages/invoices/serials/kept.ts',
  'pages/invoices/window/Workspace.tsx': 'pages/invoices/window/kept.ts',
  'pages/matrix/MatrixSheet.tsx': 'pages/matrix/useSavedMatrix.ts',
  'pages/practiceDay/RateFields.tsx': 'pages/practiceDay/RatesCard.tsx',
  'setting/RevisionEditor.tsx': 'setting/RevisionPane.tsx',
  'ui/writing/fields.tsx': 'ui/form/useForm.ts',
  // a part of the form of a record
  'pages/users/Moving.tsx': 'directory/pane.tsx',
  // what goods are looked for by, as in a filter
  'pages/sale/ByMoney.tsx': null,
  'pages/sale/ContractChoice.tsx': 'pages/sale/CreateContractPage.tsx',
  'pages/practiceDay/useRatesForm.ts': 'pages/practiceDay/RatesCard.tsx',
  'pages/testAuthors/QuestionsField.tsx': 'pages/testAuthors/WriteTest.tsx',
  // each change is sent as it is made: only one that was refused or is on its way is not saved
  'pages/widgets/WidgetsPage.tsx': null,
  // a walk that is recorded ends with its page
  'live/LivePanel.tsx': null,
  // a number that is there already, changed by one scan; those that were read are kept
  'pages/invoices/serials/UnitList.tsx': 'pages/invoices/serials/kept.ts',
  // secrets
  'pages/passwordExpired/PasswordForm.tsx': null,
  'pages/signIn/SignInPage.tsx': null,
  // what it asks is of who opens it
  'ui/AskDialog.tsx': null,
  // the text areas and the kit themselves
  'ui/form/fields.tsx': 'ui/form/useForm.ts',
  'ui/form/Form.tsx': 'ui/form/useForm.ts',
};

it('every form, every text area and every page that asks before it is left keeps what is written', () => {
  const written = [...files].filter(([, text]) => isWrittenIn(text)).map(([file]) => file);
  expect(written.length).toBeGreaterThan(20);
  const lost = written.filter((file) => !keeps(files.get(file) ?? '') && KEPT_BY[file] === undefined);
  expect(lost).toEqual([]);
  for (const [file, by] of Object.entries(KEPT_BY)) {
    expect(written, 'an entry that is no longer needed').toContain(file);
    if (by !== null) expect(keeps(files.get(by) ?? ''), `${by} keeps ${file}`).toBe(true);
  }
});

/** What draws the form of a file that only makes it. */
const DRAWN_BY: Readonly<Record<string, string>> = {
  'ui/record/usePaneForm.ts': 'ui/record/RecordPane.tsx',
  'pages/practiceDay/useRatesForm.ts': 'pages/practiceDay/RatesCard.tsx',
};

it('every form offers what was kept of it', () => {
  const making = [...files].filter(([file, text]) => /\buseForm[(<]/.test(text) && file !== 'ui/form/useForm.ts');
  expect(making.length).toBeGreaterThan(10);
  for (const [file] of making)
    expect(files.get(DRAWN_BY[file] ?? file), file).toMatch(/<(Form|FormFrame|DraftOffer|LeftOffer)\b/);
});

it('every form of the list is used', () => {
  const texts = [...files].filter(([file]) => !file.endsWith('drafts/forms.ts')).map(([, text]) => text);
  for (const form of Object.keys(FORMS))
    expect(
      texts.some((text) => text.includes(`'${form}'`)),
      form,
    ).toBe(true);
});
