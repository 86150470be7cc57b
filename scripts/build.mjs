import { ensureBuilt } from './lib.mjs';

await ensureBuilt({ force: true });
