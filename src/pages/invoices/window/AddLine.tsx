/**
 * The field over the grid: a product by name, code or barcode. A scanner's Enter waits for nothing: what was scanned is
 * looked up in its order, and what means no product stays here until the person has put it right.
 */
import { Button, InputGroup, Menu, MenuItem } from '@blueprintjs/core';
import { BarcodeIcon, CrossIcon, EditIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { type VariantInSelect, variantGetAll } from '../../../../contract/invoices/choices.ts';
import { messageOf, newKey } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { openSheetBy } from '../../../app/keys.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Kbd } from '../../../ui/small.tsx';
import { useSettled } from '../../../ui/useSettled.ts';
import type { InvoiceActor } from './actors.ts';
import { isCodeOf } from './codes.ts';

export interface AddLineProps {
  actor: InvoiceActor;
  field: RefObject<HTMLInputElement | null>;
  organizationId: number;
  /** `exact`: by its very code, so that one more unit is meant. */
  onChoose: (product: VariantInSelect, exact: boolean) => void;
  /** Several rows were pasted: a list, not words of one product. */
  onList: (text: string) => void;
}

const SHOWN = 8;

/** Leads to the field from wherever the person works in the window. */
export const ADD_KEY = 'F4';

export function AddLine({ actor, field, organizationId, onChoose, onList }: AddLineProps) {
  const t = useText('invoice');
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [open, setOpen] = useState(false);
  const search = useSettled(text.trim());
  const found = useCall(
    variantGetAll,
    { query: { search, organization_id: organizationId } },
    { enabled: open && search.length >= 2 },
  );
  const options = search.length >= 2 && open ? (found.data?.data ?? []).slice(0, SHOWN) : [];

  const clear = () => {
    setText('');
    setAt(0);
    setOpen(false);
  };
  const choose = (product: VariantInSelect, exact: boolean) => {
    clear();
    onChoose(product, exact);
  };

  /** Enter takes what is chosen in the list; it does not wait for the list. */
  const take = (words: string) => {
    if (words === '') return;
    const chosen = search === words ? options[at] : undefined;
    if (chosen) return choose(chosen, isCodeOf(words, chosen));
    clear();
    actor.send({ type: 'code.scan', id: newKey(), text: words });
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const words = event.clipboardData.getData('text/plain');
    if (!/[\t\n\r]/.test(words.trim())) return;
    event.preventDefault();
    onList(words);
  };

  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (text === '' && openSheetBy(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      take(event.currentTarget.value.trim());
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt(Math.min(Math.max(at + step, 0), Math.max(options.length - 1, 0)));
    } else if (event.key === 'Escape' && (open || text !== '')) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setText('');
    }
  };

  return (
    <>
      <div className="add-line">
        <InputGroup
          inputRef={field}
          leftIcon={<BarcodeIcon size={14} />}
          rightElement={
            <span className="add-line-key" aria-hidden="true">
              <Kbd>{ADD_KEY}</Kbd>
            </span>
          }
          placeholder={t('add.placeholder')}
          aria-label={t('add.label')}
          role="combobox"
          aria-keyshortcuts={ADD_KEY}
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-activedescendant={options[at] ? `${id}-${options[at].id}` : undefined}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            setOpen(true);
          }}
          onKeyDown={onKey}
          onPaste={onPaste}
          onBlur={() => setOpen(false)}
          data-testid="line-add"
        />
        {open && search.length >= 2 && (
          <Menu id={id} className="add-line-found" aria-label={t('add.label')} aria-busy={found.isFetching}>
            {options.map((one, index) => (
              <MenuItem
                key={one.id}
                id={`${id}-${one.id}`}
                roleStructure="listoption"
                active={index === at}
                text={one.title}
                label={`${one.sku} · ${one.category}`}
                // before the field loses the focus
                onMouseDown={(event) => {
                  event.preventDefault();
                  choose(one, false);
                }}
              />
            ))}
            {options.length === 0 && (
              <MenuItem
                disabled
                roleStructure="listoption"
                text={found.error ? messageOf(found.error) : t(found.isFetching ? 'common:loading' : 'add.nothing')}
              />
            )}
          </Menu>
        )}
      </div>
      <Codes
        actor={actor}
        busy={text !== ''}
        isTyping={() => document.activeElement === field.current}
        onCorrect={(words) => {
          if (words !== '') setText(words);
          setAt(0);
          setOpen(true);
          field.current?.focus();
        }}
      />
    </>
  );
}

interface CodesProps {
  actor: InvoiceActor;
  /** The field holds words already. */
  busy: boolean;
  isTyping: () => boolean;
  /** The field is worked in again, with these words if there are any. */
  onCorrect: (words: string) => void;
}

/** What was scanned and is no line yet. */
function Codes({ actor, busy, isTyping, onCorrect }: CodesProps) {
  const t = useText('invoice');
  const codes = useSelector(actor, ({ context }) => context.codes);
  const offline = useSelector(actor, (snapshot) => snapshot.hasTag('codesOffline'));
  const waiting = codes.filter(({ kept }) => kept === null).length;
  const drop = (id: string) => actor.send({ type: 'code.drop', id });
  // words of several goods, with nothing scanned after them: the person chooses in the list
  const lone = codes.length === 1 && codes[0]?.kept === 'many' && !busy ? codes[0] : null;
  useEffect(() => {
    if (lone === null || !isTyping()) return;
    actor.send({ type: 'code.drop', id: lone.id });
    onCorrect(lone.text);
  });
  return (
    <>
      <p className="add-line-waiting muted" role="status" data-testid="codes-waiting">
        {waiting > 0 && !offline && t('add.waiting', { count: waiting, figure: formatNumber(waiting) })}
        {offline && (
          <button type="button" className="link amber" onClick={() => actor.send({ type: 'codes.retry' })}>
            {t('add.offline', { count: waiting, figure: formatNumber(waiting) })}
          </button>
        )}
      </p>
      <ul className="add-line-kept" aria-live="polite" data-testid="codes-kept">
        {codes.map(
          ({ id, text, kept, words }) =>
            kept !== null && (
              <li key={id} className="row">
                {/* texts: invoice add.unknown, add.many */}
                <span className="amber">
                  {kept === 'refused' ? `“${text}”: ${words}` : t(`add.${kept}`, { words: text })}
                </span>
                <Button
                  size="small"
                  icon={<EditIcon size={12} />}
                  text={t(kept === 'many' ? 'add.choose' : 'add.correct')}
                  disabled={busy}
                  onClick={() => {
                    drop(id);
                    onCorrect(text);
                  }}
                  data-testid="code-correct"
                />
                <Button
                  size="small"
                  variant="minimal"
                  icon={<CrossIcon size={12} />}
                  aria-label={t('add.drop', { words: text })}
                  title={t('add.drop', { words: text })}
                  onClick={() => {
                    drop(id);
                    onCorrect('');
                  }}
                  data-testid="code-drop"
                />
              </li>
            ),
        )}
      </ul>
    </>
  );
}
