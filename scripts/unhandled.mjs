/** A reporter of Vitest: errors that no test caught, one file for `npm test`, which names them at its end. */
import { writeFileSync } from 'node:fs';

export default class Unhandled {
  onTestRunEnd(_modules, errors) {
    const messages = errors.map(({ name, message, stack }) => `${name}: ${message}\n${stack ?? ''}`.slice(0, 2000));
    writeFileSync(process.env.UNHANDLED_FILE, JSON.stringify(messages));
  }
}
