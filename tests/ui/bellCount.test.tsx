/** The figure beside the bell: one at a time, on a narrow screen the sum. Which one is seen is of the style sheet. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MOST_UNREAD } from '../../contract/noticeCount.ts';
import { BellCount } from '../../src/shell/BellCount.tsx';

it.each([
  [0, 0, []],
  [5, 0, ['5 num']],
  [0, 1, ['1 num bell-count']],
  [5, 1, ['5 num bell-own', '6 num bell-count']],
  [MOST_UNREAD, 0, ['99+ num']],
])('%i notices and %i announcements', (notices, announcements, shown) => {
  const { container } = render(<BellCount {...{ notices, announcements }} />);
  expect([...container.querySelectorAll('b')].map((one) => `${one.textContent} ${one.className}`)).toEqual(shown);
});
