/** Revisions of a setting of which no person plans each by hand: a grid that is saved. */
import { servedSettings, type Writer } from './serve.ts';

export function settleMany(
  writer: Writer,
  setting: { readonly spec: { readonly name: string } },
  list: string,
  bodies: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const found = servedSettings().find((one) => one.setting.spec.name === setting.spec.name);
  if (found === undefined) throw new Error(`${setting.spec.name} is not served`);
  return found.settle(writer, list, bodies);
}
