import { BarcodeIcon } from '@blueprintjs/icons';
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CountableProduct } from '../../../../contract/counting/entries.ts';
import { parseScan } from '../../../../machines/countingWorkspace/scan.ts';
import { useText } from '../../../i18n/index.ts';
import { Name } from '../../../ui/Name.tsx';
import { useFitting } from '../../../ui/useFitting.ts';
import type { EntryQueue } from './actors.ts';
import type { ScanController } from './scanController.ts';

/** A scanner has ended its code before this, so that scanning never searches. */
const TYPING_PAUSE = 120;
const SUGGESTIONS = 8;

interface ScanFieldProps {
  entryQueue: EntryQueue;
  scans: ScanController;
  field: RefObject<HTMLInputElement | null>;
  open: boolean;
}

/** The scanner's field, and the search. Its text is read from the field itself: React is never waited for. */
export function ScanField({ entryQueue, scans, field, open }: ScanFieldProps) {
  const t = useText('counter');
  const id = useId();
  const placeholder = useFitting(field, t('scan.placeholder'), t('scan.short'), t('scan.shortest'));
  const frame = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(-1);
  const found = useMemo(
    () => (query === '' ? [] : entryQueue.desk.catalogue.find(query, SUGGESTIONS)),
    [entryQueue, query],
  );

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(
    () =>
      entryQueue.onSignal((tone) => {
        const box = frame.current;
        if (box === null) return;
        box.dataset.flash = tone;
        // a second flash uses the other animation name: restarting the same one needs a forced layout, which costs a frame
        box.dataset.beat = box.dataset.beat === 'odd' ? 'even' : 'odd';
      }),
    [entryQueue],
  );

  const look = (text: string) => {
    setQuery(text);
    setActive(-1);
  };

  function onInput(): void {
    clearTimeout(timer.current);
    const text = parseScan(field.current?.value ?? '').code;
    if (text === '') look('');
    else timer.current = setTimeout(() => look(parseScan(field.current?.value ?? '').code), TYPING_PAUSE);
  }

  function clear(): void {
    clearTimeout(timer.current);
    if (field.current !== null) field.current.value = '';
    if (query !== '') look('');
  }

  function choose(product: CountableProduct): void {
    clear();
    scans.choose(product);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') {
      event.preventDefault();
      const text = event.currentTarget.value;
      const chosen = found[active];
      if (chosen !== undefined) {
        choose(chosen);
        return;
      }
      // words that a person typed lead to the list; a code is looked for as it is
      if (found.length > 0 && /\p{L}/u.test(query) && entryQueue.desk.catalogue.byCode(query).length === 0) {
        setActive(0);
        return;
      }
      clear();
      scans.scan(text);
    } else if (event.key === 'Escape') {
      clear();
    } else if (found.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((now) => (now + step + found.length + (now < 0 && step < 0 ? 1 : 0)) % found.length);
    }
  }

  const listShown = query !== '';
  const outside = (found.length === 0 && listShown && entryQueue.desk.catalogue.outside?.find(query, 2)) || [];
  return (
    <div className="scan">
      <div className="scan-field" ref={frame} data-testid="scan-frame">
        <BarcodeIcon size={20} className="muted" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={t('scan.label')}
          aria-expanded={listShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          placeholder={placeholder}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          // biome-ignore lint/a11y/noAutofocus: the screen is this field
          autoFocus
          disabled={!open}
          onInput={onInput}
          onKeyDown={onKeyDown}
          data-testid="scan"
        />
        <span className="scan-ready">{t('scan.ready')}</span>
      </div>
      {listShown && (
        <div className="scan-list" role="listbox" id={`${id}-list`} aria-label={t('scan.found')}>
          {found.map((product, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the field
            <div
              key={product.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className="scan-option"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(product)}
            >
              <Name>{product.title}</Name>
              <span className="code muted">{product.sku}</span>
              <span className="code faint">{product.barcode}</span>
            </div>
          ))}
          {found.length === 0 && (
            <p className="scan-none muted">
              {outside[0] === undefined
                ? t('scan.none')
                : t('notices.outside', { title: outside[1] === undefined ? outside[0].title : query.trim() })}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
