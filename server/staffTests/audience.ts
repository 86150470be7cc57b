import { audienceOf } from '../documents/audience.ts';

/** Of a test, alias `t`. */
export const testAudience = audienceOf('test', 't');
