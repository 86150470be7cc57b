/** Searching 10,000 products at each keystroke, as the counting screen does, against a frame of 16 ms. */
import { Catalogue } from '../machines/countingWorkspace/scan.ts';
import { median } from '../scripts/median.ts';
import { LINES, report, timed } from './kit.ts';

const FRAME = 16;
const words = ['Smartfon', 'Muzlatgich', 'Чайник', 'Kir yuvish mashinasi', 'Телевизор', 'Oʻgʻil bolalar velosipedi'];
const index = new Catalogue(
  Array.from({ length: LINES }, (_, n) => ({
    id: n + 1,
    title: `${words[n % words.length]} Artel ${n} qora ${n * 7}`,
    sku: `SKU-${n}`,
    barcode: `478${String(n).padStart(10, '0')}`,
    is_serial_number: false,
    imei_count: 0,
  })),
);

for (const query of ['muzlatgich artel 17', 'чайник', 'ogil velosiped 99', 'zzzzzz']) {
  const strokes: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (let length = 1; length <= query.length; length += 1) {
      const typed = query.slice(0, length);
      // Every product that answers, so that no early end flatters the figure.
      const took = await timed(() => index.find(typed, LINES));
      if (round > 1) strokes.push(took);
    }
  }
  report(`search "${query}" in ${LINES} products, a keystroke`, median(strokes), FRAME, 1, 'a frame');
}
