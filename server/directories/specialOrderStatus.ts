/** Stages of a special order: the lifecycle has them, here they are named, coloured and put in order (areas 3.1). */
import { specialOrderStatus } from '../../contract/directories/specialOrderStatus.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(specialOrderStatus, { freeze: async () => ({ stage: 'stage_of_lifecycle' }) });
