import { Button, Menu, MenuItem, mergeRefs } from '@blueprintjs/core';
import { CaretDownIcon, ChevronLeftIcon, ChevronRightIcon, CrossIcon } from '@blueprintjs/icons';
import { type ItemListRendererProps, type ItemRendererProps, Select } from '@blueprintjs/select';
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { opensSheet } from '../../app/keys.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import type { FieldWiring } from '../Field.tsx';
import { useSettled } from '../useSettled.ts';
import type { Option, RemoteSource } from './remote.ts';
import './form.css';

export interface RemoteSelectProps {
  of: RemoteSource;
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** words of an empty choice; with `clearable` also its first item */
  empty: string;
  label: string;
  clearable?: boolean;
  disabled?: boolean | undefined;
  wiring?: FieldWiring;
  onBlur?: () => void;
  fill?: boolean;
  /** The list has closed after a choice; the button has the focus. */
  onTaken?: (() => void) | undefined;
  /** For a table with one in every row: only its button is drawn until it is pressed. */
  light?: boolean;
}

/** What is seen of a choice that is not open. */
function SelectButton({
  value,
  empty,
  label,
  disabled,
  wiring,
  onBlur,
  fill,
  open,
  handle,
  onOpen,
  onPress,
  onType,
}: Pick<RemoteSelectProps, 'value' | 'empty' | 'label' | 'disabled' | 'wiring' | 'onBlur' | 'fill'> & {
  open: boolean;
  handle?: Ref<HTMLButtonElement>;
  /** pressed, or an arrow key: as in the select itself */
  onOpen?: () => void;
  /** by the mouse, Enter or the space bar; the list follows by itself */
  onPress?: () => void;
  /** what is typed on the button is searched for; `typing`: words have begun, a space is one of their letters */
  onType?: { typing: () => boolean; take: (letter: string) => void; enter: () => void };
}) {
  const isTyped = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    // the space bar opens it
    const opens = event.key === ' ' || opensSheet(event.key);
    isTyped.current = onType !== undefined && plain && event.key.length === 1 && (!opens || onType.typing());
    if (isTyped.current) {
      event.preventDefault();
      onType?.take(event.key);
      return;
    }
    // Blueprint would take what is active, of a list that has not followed the words
    if (event.key === 'Enter' && onType?.typing()) {
      isTyped.current = true;
      event.preventDefault();
      event.stopPropagation();
      onType.enter();
      return;
    }
    if (!onOpen) return;
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onOpen();
  };
  return (
    <Button
      ref={handle}
      id={wiring?.id}
      aria-label={wiring ? undefined : label}
      aria-haspopup="listbox"
      aria-expanded={open}
      aria-describedby={wiring?.['aria-describedby']}
      aria-invalid={wiring?.['aria-invalid']}
      className={wiring?.['aria-invalid'] ? 'wrong' : undefined}
      disabled={disabled}
      fill={fill}
      onBlur={onBlur}
      onClick={onOpen ?? onPress}
      onKeyDown={onKeyDown}
      // Blueprint presses the button as the space bar comes up: the list would close under the words
      onKeyUpCapture={(event) => {
        if (isTyped.current) event.stopPropagation();
      }}
      alignText="start"
      text={value?.title ?? empty}
      endIcon={<CaretDownIcon size={14} />}
    />
  );
}

/** Presses the first of a list, where there is one. */
function TakeFirst({ list, onDone }: { list: RefObject<HTMLUListElement | null>; onDone: () => void }) {
  useEffect(() => {
    onDone();
    list.current?.querySelector<HTMLElement>('[role="option"] a:not([aria-disabled])')?.click();
  });
  return null;
}

/**
 * A choice from a list of the server: searched after half a second of rest, fifteen a page. Enter does not wait for that: it
 * searches at once, and takes the first of what is found.
 */
export function RemoteSelect({ light, ...props }: RemoteSelectProps) {
  const [pressed, setPressed] = useState(false);
  return light && !pressed ? (
    <SelectButton {...props} open={false} onOpen={() => setPressed(true)} />
  ) : (
    <WholeSelect {...props} opens={pressed} />
  );
}

function WholeSelect({
  of,
  value,
  onChange,
  empty,
  label,
  clearable,
  disabled,
  wiring,
  onBlur,
  fill,
  onTaken,
  opens,
}: RemoteSelectProps & {
  /** it replaces the button that was just pressed, and opens at once */
  opens: boolean;
}) {
  const t = useText('kit');
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [query, setQuery] = useState('');
  const [page, setPage] = useState(1);
  /** Enter came before the list had followed the words: what it shows is not meant. */
  const [held, setHeld] = useState(false);
  const search = useSettled(query.trim(), held ? 0 : undefined);
  const { options, more, loading, error } = of.useFound(search, page, opened);
  const list = useRef<HTMLUListElement>(null);
  const behind = loading || search !== query.trim();
  const items = clearable && page === 1 && search === '' ? [{ id: 0, title: empty }, ...options] : options;

  const renderItem = (option: Option, { handleClick, handleFocus, modifiers, ref }: ItemRendererProps) => (
    <MenuItem
      key={option.id}
      ref={ref}
      roleStructure="listoption"
      text={option.title}
      label={option.note ?? ''}
      active={modifiers.active}
      selected={option.id === (value?.id ?? 0)}
      onClick={handleClick}
      onFocus={handleFocus}
    />
  );

  const renderList = ({
    itemsParentRef,
    renderItem: draw,
    filteredItems,
    menuProps,
  }: ItemListRendererProps<Option>) => (
    <>
      {/* the items are drawn once Blueprint has taken them over */}
      {held && !behind && filteredItems === items && <TakeFirst list={list} onDone={() => setHeld(false)} />}
      {/* also until what is typed has been searched for: the items are about to move */}
      <Menu {...menuProps} ulRef={mergeRefs(list, itemsParentRef)} className="remote-list" aria-busy={behind}>
        {filteredItems.map((option, index) => draw(option, index))}
        {filteredItems.length === 0 && (
          <MenuItem
            disabled
            roleStructure="listoption"
            text={error ? messageOf(error) : t(loading ? 'common:loading' : 'form.select.nothing')}
          />
        )}
      </Menu>
      {(page > 1 || more) && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the pager must not choose an item of the list
        <div
          className="remote-pager"
          onKeyDown={(event) => event.stopPropagation()}
          onKeyUp={(event) => event.stopPropagation()}
        >
          <Button
            variant="minimal"
            size="small"
            icon={<ChevronLeftIcon size={14} />}
            aria-label={t('common:table.previous')}
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
          />
          <span className="num">{formatNumber(page)}</span>
          <Button
            variant="minimal"
            size="small"
            icon={<ChevronRightIcon size={14} />}
            aria-label={t('common:table.next')}
            disabled={!more}
            onClick={() => setPage(page + 1)}
          />
        </div>
      )}
    </>
  );

  // Blueprint puts aria-haspopup on a frame without a role, where it means nothing; the button has it instead
  useLayoutEffect(() => {
    const frame = button.current?.closest('.bp6-popover-target');
    for (const name of ['aria-controls', 'aria-disabled', 'aria-expanded', 'aria-haspopup'])
      frame?.removeAttribute(name);
  });

  /** The arrows have gone to one of the list that is shown: Enter means that one. */
  const pointed = useRef(false);
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') pointed.current = true;
    // what is behind the field is the end of the page: Tab takes what Enter would, and goes on from there
    const tabs = event.key === 'Tab' && !event.shiftKey && query !== '';
    const waits = behind && !pointed.current;
    if (!tabs && !(event.key === 'Enter' && waits)) return;
    event.preventDefault();
    event.stopPropagation();
    if (waits) setHeld(true);
    else list.current?.querySelector<HTMLElement>('.bp6-active')?.click();
  };

  const taken = useRef(false);
  /** What was typed on the button before the list was open. */
  const typed = useRef('');
  /** It was pressed, and the list is about to open: a second press would close it. */
  const opening = useRef(false);
  const went = useRef(false);
  useLayoutEffect(() => {
    if (!opens || went.current) return;
    went.current = true;
    // focused first: there the focus returns when the list closes
    button.current?.focus();
    button.current?.click();
  }, [opens]);

  return (
    <Select<Option>
      items={items}
      itemsEqual="id"
      itemRenderer={renderItem}
      itemListRenderer={renderList}
      // the server has narrowed the list already
      itemListPredicate={(_, all) => all}
      query={query}
      onQueryChange={(next) => {
        setQuery(next);
        setPage(1);
        pointed.current = false;
        // as it opens Blueprint empties the field, which no person did
        if (open) setHeld(false);
      }}
      onItemSelect={(option) => {
        taken.current = true;
        onChange(option.id === 0 ? null : option);
      }}
      resetOnClose
      resetOnQuery
      disabled={disabled ?? false}
      fill={fill ?? false}
      placeholder={t('common:search')}
      inputProps={{
        'aria-label': t('form.select.search', { label }),
        onKeyDown: onSearchKey,
        // Blueprint's own speaks English
        ...(query !== '' && {
          rightElement: (
            <Button
              variant="minimal"
              icon={<CrossIcon size={14} />}
              aria-label={t('form.select.clear')}
              title={t('form.select.clear')}
              onClick={() => {
                setQuery('');
                setPage(1);
              }}
            />
          ),
        }),
      }}
      menuProps={{ 'aria-label': label }}
      popoverProps={{
        minimal: true,
        placement: 'bottom-start',
        onOpening: () => {
          setOpened(true);
          setOpen(true);
          opening.current = false;
          // Blueprint empties the field as it opens
          setQuery(typed.current);
          typed.current = '';
        },
        onClosing: () => {
          setOpen(false);
          setHeld(false);
        },
        onClosed: () => {
          setPage(1);
          if (taken.current && document.activeElement === button.current) onTaken?.();
          taken.current = false;
        },
        popoverClassName: 'remote-select',
      }}
    >
      <SelectButton
        {...{ value, empty, label, disabled, wiring, onBlur, fill, open }}
        handle={button}
        onPress={() => {
          opening.current = !open && !opening.current;
        }}
        onType={{
          typing: () => open || typed.current !== '',
          take(letter) {
            if (open) setQuery((before) => before + letter);
            else {
              typed.current += letter;
              // once: the next letter may come before the list does, as may the first one after Enter
              if (!opening.current) button.current?.click();
            }
          },
          enter: () => setHeld(true),
        }}
      />
    </Select>
  );
}
