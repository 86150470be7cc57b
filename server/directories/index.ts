/** Every directory, served. */
import { servedDirectories } from '../directory/serve.ts';
import type { Implementation } from '../http/implement.ts';
import './warehouse.ts';

export const directoryCalls = (): Implementation[] =>
  servedDirectories().flatMap(({ implementations }) => [...implementations]);
