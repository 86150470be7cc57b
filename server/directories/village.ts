/** Neighbourhoods and villages: with how many clients are registered in each. */
import { village } from '../../contract/directories/village.ts';
import { countsOf } from '../directory/counts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(village, { extra: countsOf('clients', 'client', 'village_id') });
