/** `npm start`: builds if needed, then becomes the server. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, root } from './lib.mjs';

process.env.NODE_ENV ??= 'production';
await ensureBuilt();
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
