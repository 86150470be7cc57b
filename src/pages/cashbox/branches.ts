import { sourceOf } from '../../directory/sources.ts';

export const branches = sourceOf('organization');
