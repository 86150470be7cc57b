/** Categories of employers: with how many employers each has. */
import { workplaceCategory } from '../../contract/directories/workplaceCategory.ts';
import { countsOf } from '../directory/counts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(workplaceCategory, { extra: countsOf('workplaces', 'workplace', 'workplace_category_id') });
