/** `npm run setup`, `seed`, `user:*`, `import:*` and `ledger:check`: the server's own tools, built with it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, root } from './lib.mjs';

process.env.NODE_ENV ??= 'production';
await ensureBuilt();
await import(pathToFileURL(join(root, 'dist', 'server', 'cli.js')).href);
