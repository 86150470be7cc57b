/** `npm run dev`: Vite with hot reload, and the server beside it, restarted when its sources change. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packedDemo, root } from './lib.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
// One port for both: Vite hands the calls on to the server.
const env = { ...process.env, PORT: process.env.PORT ?? '4173' };
const packed = packedDemo();
const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, NODE_ENV: 'development', ...(packed && { DEMO_DATA: packed }) },
  }),
  spawn(bin('vite'), [], { cwd: root, stdio: 'inherit', env }),
];
let ending = false;
const end = (code) => {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill('SIGTERM');
  process.exitCode = code ?? 0;
};
for (const child of children) child.once('exit', end);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(0));
