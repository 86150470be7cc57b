/** Provinces: with how many districts each has. */
import { province } from '../../contract/directories/province.ts';
import { countsOf } from '../directory/counts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(province, { extra: countsOf('regions', 'region', 'province_id') });
