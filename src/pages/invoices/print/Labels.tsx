import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import { formatDate, tashkentDay } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { type Bars, barsOf } from './bars.ts';
import './print.css';

/** Room for bars on a label, and the narrowest bar that a shop's scanner still reads, in mm. */
const BARS_WIDE = 54;
const NARROWEST = 0.19;
/** The usual bar of EAN-13 at its nominal size. */
const NOMINAL = 0.33;
/** The price at its largest, and what a digit of it takes of its own height. */
const PRICE_TALL = 8;
const DIGIT_WIDE = 0.62;

/** A sheet of A4 holds three columns of seven. */
const ON_A4 = 21;

function BarsPicture({ bars, code }: { bars: Bars; code: string }) {
  const all = bars.modules + bars.quiet * 2;
  let at = bars.quiet;
  const places = bars.widths.map((width, index) => {
    const place = { at, width, dark: index % 2 === 0 };
    at += width;
    return place;
  });
  return (
    <svg
      role="img"
      aria-label={code}
      viewBox={`0 0 ${all} 30`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={{ width: `${Math.min(BARS_WIDE, all * NOMINAL)}mm` }}
    >
      {places.map((place) => place.dark && <rect key={place.at} x={place.at} y={0} width={place.width} height={30} />)}
    </svg>
  );
}

function Label({ line, day }: { line: InputProduct; day: string }) {
  const t = useText('invoicePrint');
  const { product_variant: product, selling_price } = line;
  const price = formatNumber(selling_price);
  const unit = t('unit');
  const tall = Math.min(PRICE_TALL, BARS_WIDE / ((price.length + unit.length * 0.6) * DIGIT_WIDE));
  // goods without a barcode are found by their article, at the desk and in a search
  const code = product.barcode ?? product.sku;
  const bars = barsOf(code);
  const drawn = bars !== null && (bars.modules + bars.quiet * 2) * NARROWEST <= BARS_WIDE ? bars : null;
  return (
    <div className="label" data-testid="label">
      <p className="label-title">{product.product_variant_title}</p>
      <p className="label-price" style={{ fontSize: `${tall}mm` }}>
        <b>{price}</b> <span>{unit}</span>
      </p>
      <div className="label-code">
        {drawn !== null && <BarsPicture bars={drawn} code={code} />}
        <p className="label-digits">{code}</p>
      </div>
      <p className="label-foot">
        <span>{product.sku}</span>
        <span>{day}</span>
      </p>
    </div>
  );
}

/** Labels of the lines that are marked, as many of each as is wanted: one a page of 58 × 40 mm, or on sheets of A4. */
export function Labels({ lines, sheets }: { lines: readonly InputProduct[]; sheets: boolean }) {
  const language = useLanguage();
  const day = formatDate(tashkentDay(Date.now()));
  const labels = lines
    .filter((line) => line.print)
    .flatMap((line) => Array.from({ length: line.print_count }, (_, at) => ({ line, key: `${line.id} ${at}` })));
  const pages = sheets ? ON_A4 : 1;
  return (
    <article
      className={sheets ? 'print-sheet print-only labels-a4' : 'print-sheet print-only labels'}
      data-testid="print-sheet-labels"
      lang={language}
    >
      {Array.from({ length: Math.ceil(labels.length / pages) }, (_, page) =>
        labels.slice(page * pages, (page + 1) * pages),
      ).map((some) => (
        <section key={some[0]?.key}>
          {some.map(({ line, key }) => (
            <Label key={key} line={line} day={day} />
          ))}
        </section>
      ))}
    </article>
  );
}
