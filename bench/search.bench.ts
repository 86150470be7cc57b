/** Searching 10,000 titles at each keystroke, against a frame of 16 ms. */
import { matches, searchKey } from '../contract/search.ts';
import { LINES, median, report, timed } from './kit.ts';

const FRAME = 16;
const words = ['Smartfon', 'Muzlatgich', 'Чайник', 'Kir yuvish mashinasi', 'Телевизор', 'Oʻgʻil bolalar velosipedi'];
const keys = Array.from({ length: LINES }, (_, n) => searchKey(`${words[n % words.length]} Artel ${n} qora ${n * 7}`));

for (const query of ['muzlatgich artel 17', 'чайник', 'ogil velosiped 99', 'zzzzzz']) {
  const strokes: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (let length = 1; length <= query.length; length += 1) {
      const typed = query.slice(0, length);
      const took = await timed(() => keys.filter((key) => matches(key, typed)));
      if (round > 0) strokes.push(took);
    }
  }
  report(`search "${query}" in ${LINES} titles, a keystroke`, median(strokes), FRAME, 1, 'a frame');
}
