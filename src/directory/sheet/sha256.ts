/** SHA-256 (FIPS 180-4). Of its own: without https, as in a shop's own network, the browser has none. */

const isPrime = (n: number): boolean => {
  for (let by = 2; by * by <= n; by += 1) if (n % by === 0) return false;
  return true;
};
/** The first 32 bits of the fraction. */
const fraction = (of: number): number => ((of - Math.floor(of)) * 2 ** 32) | 0;
const PRIMES = Array.from({ length: 400 }, (_, n) => n).filter((n) => n > 1 && isPrime(n));
const ROUNDS = Int32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const BEGINNING = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(bytes: Uint8Array): string {
  const length = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(length * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) | 0);
  const hash = Int32Array.from(BEGINNING);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(block + at * 4);
    for (let at = 16; at < 64; at += 1) {
      const [two, fifteen] = [words[at - 2] as number, words[at - 15] as number];
      const one = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
      const zero = turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3);
      words[at] = ((words[at - 16] as number) + zero + (words[at - 7] as number) + one) | 0;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let at = 0; at < 64; at += 1) {
      const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + one + ((e & f) ^ (~e & g)) + (ROUNDS[at] as number) + (words[at] as number)) | 0;
      const zero = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const second = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => {
      hash[at] = ((hash[at] as number) + word) | 0;
    });
  }
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
