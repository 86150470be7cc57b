/** Ministries: with how many employers each has. */
import { ministry } from '../../contract/directories/ministry.ts';
import { countsOf } from '../directory/counts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(ministry, { extra: countsOf('workplaces', 'workplace', 'ministry_id') });
