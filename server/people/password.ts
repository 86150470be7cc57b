/**
 * Passwords at rest: scrypt, memory-hard, with its parameters in the text, so that they can grow later without
 * breaking the passwords of today. `scrypt$ln=15,r=8,p=3$<salt>$<hash>`, base64.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MB and three passes: about 0.2 s of one core. OWASP's lower-memory choice, for the whole chain shares one box. */
const LOG_N = 15;
const BLOCK = 8;
const PASSES = 3;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const HASH = /^scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

/** PASSWORD_LOG_N makes hashing dearer anywhere, cheaper only in tests. */
function logN(): number {
  const wished = Number(process.env.PASSWORD_LOG_N || LOG_N);
  if (!Number.isInteger(wished) || wished < 1 || wished > 20) return LOG_N;
  return process.env.NODE_ENV === 'test' ? wished : Math.max(wished, LOG_N);
}

function derive(plain: string, salt: Buffer, bytes: number, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same word typed on another device may arrive composed differently.
    scrypt(plain.normalize('NFKC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

const options = (ln: number, r: number, p: number): ScryptOptions => ({
  N: 2 ** ln,
  r,
  p,
  // Twice what the algorithm needs: OpenSSL counts a little more than N·r.
  maxmem: 256 * 2 ** ln * r,
});

export async function hashPassword(plain: string): Promise<string> {
  const ln = logN();
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(plain, salt, KEY_BYTES, options(ln, BLOCK, PASSES));
  return `scrypt$ln=${ln},r=${BLOCK},p=${PASSES}$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** False for a wrong password and for a text that is no hash; the comparison takes the same time in both cases. */
export async function verifyPassword(plain: string, hash: string): Promise<boolean> {
  const parts = HASH.exec(hash);
  if (!parts) return false;
  const [, ln, r, p, salt = '', key = ''] = parts;
  // A hash from elsewhere must not make us take all memory.
  if (Number(ln) < 1 || Number(ln) > 20 || Number(r) < 1 || Number(r) > 16 || Number(p) < 1) return false;
  const expected = Buffer.from(key, 'base64');
  if (expected.length < 16) return false;
  const actual = await derive(plain, Buffer.from(salt, 'base64'), expected.length, options(+ln!, +r!, +p!));
  return timingSafeEqual(actual, expected);
}
