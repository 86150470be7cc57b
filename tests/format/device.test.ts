import { expect, it } from 'vitest';
import { deviceOf } from '../../src/format/device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge, Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0 YaBrowser/25.10 Safari/537.36`, 'Yandex, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.1 Safari/605.1', 'Safari, macOS'],
  ['Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1 CriOS/142.0 Safari/604.1', 'Chrome, iOS'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-X210) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
    'Samsung Internet, Android',
  ],
  ['curl/8.5.0', null],
  ['', null],
  [null, null],
])('%s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
