/** `npm run dev`: one port for Vite and the server, and the packed demo data while they are current. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { packedDemo, packingEnds, sourceHash } from '../../scripts/lib.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function targets(): Promise<unknown[]> {
  vi.resetModules();
  const { default: config } = await import('../../vite.config.ts');
  const { server } = await (config as (env: object) => { server?: { proxy?: object } })({ mode: 'development' });
  return Object.values(server?.proxy ?? {}).map((proxy: { target: string }) => proxy.target);
}

it('hands calls on to the port that PORT names', async () => {
  vi.stubEnv('PORT', undefined);
  expect(new Set(await targets())).toEqual(new Set(['http://127.0.0.1:4173']));
  vi.stubEnv('PORT', '4999');
  expect(new Set(await targets())).toEqual(new Set(['http://127.0.0.1:4999']));
});

it('takes the demo data of a build that was made from these sources, and no others', () => {
  const dist = mkdtempSync(join(tmpdir(), 'idora-dist-'));
  try {
    expect(packedDemo(dist)).toBeUndefined();
    writeFileSync(join(dist, 'demo.tar.gz'), '');
    writeFileSync(join(dist, '.built-from'), 'other sources');
    expect(packedDemo(dist)).toBeUndefined();
    writeFileSync(join(dist, '.built-from'), sourceHash());
    expect(packedDemo(dist)).toBe(join(dist, 'demo.tar.gz'));
  } finally {
    rmSync(dist, { recursive: true });
  }
});

it('waits for demo data that are still being packed, unless who packed them is gone', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'idora-dist-'));
  const packing = join(dist, '.packing');
  try {
    await packingEnds(dist);
    writeFileSync(packing, String(process.pid));
    let ended = false;
    const end = packingEnds(dist).then(() => {
      ended = true;
    });
    await new Promise((done) => setTimeout(done, 300));
    expect(ended).toBe(false);
    rmSync(packing);
    await end;
    writeFileSync(packing, String(spawnSync(process.execPath, ['--version']).pid));
    await packingEnds(dist);
  } finally {
    rmSync(dist, { recursive: true });
  }
});
