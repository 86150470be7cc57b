/** Finds goods of a warehouse by words, code or the number of a unit; the first one found is taken by Enter, or by a scan. */
import { Button, InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { type Orderable, orderSearch } from '../../../contract/sale/orders.ts';
import { useCall } from '../../api/queries.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { useSettled } from '../../ui/useSettled.ts';

interface GoodsSearchProps {
  warehouseId: number;
  busy: boolean;
  onTake: (goods: Orderable) => void;
}

const mayTake = ({ price, stock, reserved, locked }: Orderable): boolean =>
  price !== null && locked === null && stock > reserved;

export function GoodsSearch({ warehouseId, busy, onTake }: GoodsSearchProps) {
  const t = useText('orders');
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const [waits, setWaits] = useState(false);
  const settled = useSettled(words.trim(), 200);
  const asked = settled === '' ? {} : { search: settled };
  const read = useCall(orderSearch, { params: { warehouseId }, query: asked }, { enabled: open });
  const found = settled === words.trim() ? read.data?.data : undefined;
  const place = useRef<HTMLInputElement>(null);
  const take = (goods: Orderable) => {
    onTake(goods);
    setWords('');
    setOpen(false);
    place.current?.focus();
  };
  // Enter was pressed before the answer came: a scanner does not wait
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the answer has come
  useEffect(() => {
    if (!waits || found === undefined || busy) return;
    setWaits(false);
    const first = found.find(mayTake);
    if (first) take(first);
  }, [waits, found, busy]);
  return (
    <section className="goods-search" aria-label={t('addGoods')}>
      <InputGroup
        inputRef={place}
        autoFocus
        leftElement={<SearchIcon size={14} className="input-icon" />}
        placeholder={t('addGoods')}
        aria-label={t('addGoods')}
        value={words}
        onClick={() => setOpen(true)}
        onChange={({ target }) => {
          setWords(target.value);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && words.trim() !== '') setWaits(true);
          if (event.key === 'ArrowDown') setOpen(true);
          if (event.key === 'Escape') setOpen(false);
        }}
        data-testid="goods-search"
      />
      {open && read.error && (
        <Failed title={t('searchFailed')} error={read.error} onRetry={() => void read.refetch()} />
      )}
      {open && found !== undefined && (
        <ul className="goods-found" data-testid="goods-found">
          {found.length === 0 && <li className="muted">{t('noGoods')}</li>}
          {found.map((goods) => (
            <li key={goods.product_variant_id}>
              <span className="grow">
                {goods.title}
                {goods.serial && <span className="code"> {goods.serial.serial_number}</span>}
                {goods.locked !== null && <span className="red"> {t('locked', { reason: goods.locked })}</span>}
              </span>
              <span className="muted num">
                {t('free', { free: formatNumber(goods.stock - goods.reserved), stock: formatNumber(goods.stock) })}
              </span>
              <span className="num">{goods.price === null ? t('noPrice') : formatNumber(goods.price)}</span>
              <Button
                size="small"
                text={t('take')}
                aria-label={t('takeOne', { title: goods.title })}
                disabled={busy || !mayTake(goods)}
                onClick={() => take(goods)}
              />
            </li>
          ))}
          <li>
            <Button size="small" variant="minimal" text={t('closeSearch')} onClick={() => setOpen(false)} />
          </li>
        </ul>
      )}
    </section>
  );
}
