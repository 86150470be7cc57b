/** Every declared dated setting, served; beside it what a setting refuses and keeps of its own. */
import type { AnySetting } from '../../contract/setting/setting.ts';
import { criterionSetting } from '../../contract/settings/criterionSetting.ts';
import { settings } from '../../contract/settings/index.ts';
import type { Implementation } from '../http/implement.ts';
import { freezeModel } from './criterionModel.ts';
import { FACTS } from './facts.ts';
import { REFUSALS } from './refusals.ts';
import { servedSettings, serveSetting } from './serve.ts';

for (const setting of settings as readonly AnySetting[]) {
  const [refuse, extra] = [REFUSALS[setting.spec.name], FACTS[setting.spec.name]];
  serveSetting(setting, {
    ...(refuse && { refuse }),
    ...(extra && { extra }),
    ...(setting.spec.name === criterionSetting.spec.name && { freeze: freezeModel }),
  });
}

export const settingCalls = (): Implementation[] =>
  servedSettings().flatMap(({ implementations }) => [...implementations]);
