/** Every declared dated setting, served. */
import type { AnySetting } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import type { Implementation } from '../http/implement.ts';
import { servedSettings, serveSetting } from './serve.ts';

for (const setting of settings as readonly AnySetting[]) serveSetting(setting);

export const settingCalls = (): Implementation[] =>
  servedSettings().flatMap(({ implementations }) => [...implementations]);
