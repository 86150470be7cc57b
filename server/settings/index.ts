/** Every declared dated setting, served; beside it what a setting refuses and keeps of its own. */
import type { AnySetting } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import type { Implementation } from '../http/implement.ts';
import { FREEZES } from './criterionModel.ts';
import { FACTS } from './facts.ts';
import { REFUSALS } from './refusals.ts';
import { servedSettings, serveSetting } from './serve.ts';

for (const setting of settings as readonly AnySetting[]) {
  const { name } = setting.spec;
  const [refuse, extra, freeze] = [REFUSALS[name], FACTS[name], FREEZES[name]];
  serveSetting(setting, { ...(refuse && { refuse }), ...(extra && { extra }), ...(freeze && { freeze }) });
}

export const settingCalls = (): Implementation[] =>
  servedSettings().flatMap(({ implementations }) => [...implementations]);
