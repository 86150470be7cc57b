/** Districts: with how many neighbourhoods and villages each has. */
import { region } from '../../contract/directories/region.ts';
import { countsOf } from '../directory/counts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(region, { extra: countsOf('villages', 'village', 'region_id') });
