/** Every declared dated setting. One that was declared is added here. */
import type { AnySetting } from '../setting/setting.ts';
import { carWearPercent } from './carWearPercent.ts';
import { pledgeSetting } from './pledgeSetting.ts';

export const settings = [carWearPercent, pledgeSetting] as const satisfies readonly AnySetting[];
