/** Seals and signatures of the demo chain, drawn: rings with a star, a line by hand; blue on transparent, as PNG. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Trx } from '../db/open.ts';

const CRC = Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
const crc = (bytes: Buffer): number =>
  (bytes.reduce((sum, byte) => (CRC[(sum ^ byte) & 0xff] as number) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(named));
  return Buffer.concat([length, named, sum]);
}

const INK = [28, 63, 170] as const;

/** @param ink how much of a pixel is covered, 0 to 1 */
export function png(width: number, height: number, ink: (x: number, y: number) => number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows.set([...INK, Math.round(255 * Math.max(0, Math.min(1, ink(x, y))))], y * (1 + width * 4) + 1 + x * 4);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // eight bits of red, green, blue and opacity
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SIZE = 240;
const ring = (distance: number, radius: number, width: number) => width / 2 + 0.5 - Math.abs(distance - radius);

/** Two rings, a mark for each letter between them, and a star of so many points. */
function seal(letters: number, points: number): Buffer {
  return png(SIZE, SIZE, (x, y) => {
    const [dx, dy] = [x - SIZE / 2, y - SIZE / 2];
    const distance = Math.hypot(dx, dy);
    const angle = Math.atan2(dy, dx);
    const star = 42 + 16 * Math.cos(points * angle);
    const between = distance > 84 && distance < 104 && Math.cos(letters * angle) > 0.35 ? 0.85 : 0;
    return Math.max(ring(distance, 114, 5), ring(distance, 76, 3), ring(distance, star, 4), between);
  });
}

/** A line that rises and falls in a way of its own. */
export function signature(way: number): Buffer {
  const heightAt = (x: number) =>
    45 - 24 * Math.sin(x / (13 + way)) * Math.exp(-x / 190) + 8 * Math.cos(x / (5 + way / 2));
  return png(260, 90, (x, y) => {
    if (x < 12 || x > 248) return 0;
    const slope = heightAt(x + 1) - heightAt(x);
    return 2 - Math.abs(y - heightAt(x)) / Math.hypot(1, slope);
  });
}

/** A car from its side, as a file that a document stores. */
export function carPicture(name: string) {
  const content = png(320, 180, (x, y) => {
    const inBody = x > 24 && x < 296 && y > 88 && y < 130;
    const roof = 150 + 1.6 * (y - 40);
    const inCabin = y > 44 && y <= 88 && x > 250 - roof && x < 70 + roof;
    const wheel = Math.min(Math.hypot(x - 84, y - 132), Math.hypot(x - 236, y - 132));
    if (wheel < 27) return wheel < 12 ? 0.25 : 1;
    return inBody || inCabin ? 0.6 : y > 158 ? 0.12 : 0.03;
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name, type: 'image/png', size: content.length, sha256, content };
}

/** By the name of its file. */
export const sealFile = (code: string, kind: 'seal' | 'signature', at = 1): string =>
  `${kind === 'seal' ? 'muhr' : 'imzo'}-${code.toLowerCase()}${at > 1 ? `-${at}` : ''}.png`;

export async function seedSealImages(
  trx: Trx,
  images: readonly { code: string; kind: 'seal' | 'signature'; at?: number }[],
): Promise<void> {
  for (const [place, { code, kind, at = 1 }] of images.entries()) {
    const content =
      kind === 'seal' ? seal(24 + (place % 5) * 3, 5 + ((place + at) % 3)) : signature(1 + place + at * 3);
    await trx
      .insertInto('file')
      .values({
        kind: 'branchSeal',
        role: 'image',
        name: sealFile(code, kind, at),
        type: 'image/png',
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        content,
        created_by: 1,
      })
      .execute();
  }
}
