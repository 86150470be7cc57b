/** The server sides of the calls of every declared dated setting. */
import type { ServerSide } from '../serverSide.ts';
import { settingServer } from '../setting/in.server.ts';
import { type AnySetting, listScopeOf } from '../setting/setting.ts';
import { settings } from './index.ts';

export const settingServers: Readonly<Record<string, ServerSide>> = Object.assign(
  {},
  ...settings.map((setting: AnySetting) => settingServer(setting)),
);

/** Who has one of these chooses every branch to read its settings. */
export const BRANCH_READERS: readonly string[] = settings.flatMap(({ spec }: AnySetting) =>
  listScopeOf(spec) === undefined ? [] : [`${spec.rule}.allshow`],
);
