/** Versions of the scoring model: a draft is tried on past contracts before a second person settles it. */
import { criterionSetting } from '../../contract/settings/criterionSetting.ts';
import { ModelTrial } from '../pages/scoring/ModelTrial.tsx';
import { settingPage } from '../setting/page.tsx';

export default settingPage(criterionSetting, { Written: ModelTrial });
