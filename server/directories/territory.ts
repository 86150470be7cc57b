/** Territories: with how many organizations stand in each. */
import { territory } from '../../contract/directories/territory.ts';
import { countsOf } from '../directory/counts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(territory, { extra: countsOf('organizations', 'organization', 'territory_id') });
