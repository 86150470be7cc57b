/** Every declared dated setting, served; beside it what a setting refuses of its own. */
import type { AnySetting } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import type { Implementation } from '../http/implement.ts';
import { FACTS } from './facts.ts';
import { REFUSALS } from './refusals.ts';
import { servedSettings, serveSetting } from './serve.ts';

for (const setting of settings as readonly AnySetting[]) {
  const [refuse, extra] = [REFUSALS[setting.spec.name], FACTS[setting.spec.name]];
  serveSetting(setting, { ...(refuse && { refuse }), ...(extra && { extra }) });
}

export const settingCalls = (): Implementation[] =>
  servedSettings().flatMap(({ implementations }) => [...implementations]);
