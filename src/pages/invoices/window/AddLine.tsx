/** The field under the grid: a product by name, code or barcode; a scanner's Enter adds at once. */
import { InputGroup, Menu, MenuItem } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { type VariantInSelect, variantGetAll } from '../../../../contract/invoices.ts';
import { inLatin } from '../../../../contract/serial.ts';
import { messageOf } from '../../../api/client.ts';
import { readCall, useCall } from '../../../api/queries.ts';
import { useText } from '../../../i18n/index.ts';
import { toastError } from '../../../ui/toasts.ts';
import { useSettled } from '../../../ui/useSettled.ts';

export interface AddLineProps {
  organizationId: number;
  /** `scanned`: by its very code, so that one more unit is meant. */
  onAdd: (product: VariantInSelect, scanned: boolean) => void;
}

const SHOWN = 8;

/** Codes as a scanner writes them, under any keyboard layout. */
const codeOf = (words: string): string => inLatin(words.trim()).toUpperCase();

export function AddLine({ organizationId, onAdd }: AddLineProps) {
  const t = useText('invoice');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
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

  const add = (product: VariantInSelect, scanned: boolean) => {
    setText('');
    setAt(0);
    setOpen(false);
    onAdd(product, scanned);
    if (scanned) input.current?.focus();
  };

  /** Enter does not wait for the list: what was scanned is asked for by itself. */
  const take = async () => {
    const words = text.trim();
    if (words === '') return;
    const chosen = search === words ? options[at] : undefined;
    const code = codeOf(words);
    const isCode = (one: VariantInSelect) => one.barcode === code || one.sku.toUpperCase() === code;
    if (chosen) return add(chosen, isCode(chosen));
    try {
      const { data } = await readCall(variantGetAll, { query: { search: words, organization_id: organizationId } });
      const exact = data.find(isCode) ?? (data.length === 1 ? data[0] : undefined);
      if (exact) add(exact, isCode(exact));
      else if (data.length === 0) toastError(t('add.unknown', { words }));
      else setOpen(true);
    } catch (error) {
      toastError(t('add.failed'), { text: messageOf(error) });
    }
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      void take();
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
    <div className="add-line">
      <InputGroup
        inputRef={input}
        leftIcon={<SearchIcon size={14} />}
        placeholder={t('add.placeholder')}
        aria-label={t('add.label')}
        role="combobox"
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
                add(one, false);
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
  );
}
