/** Every declared dated setting. One that was declared is added here. */
import type { AnySetting } from '../setting/setting.ts';
import { carWearPercent } from './carWearPercent.ts';
import { clientSetting } from './clientSetting.ts';
import { coefficient } from './coefficient.ts';
import { collectorPercent } from './collectorPercent.ts';
import { initiativeSetting } from './initiativeSetting.ts';
import { pledgeSetting } from './pledgeSetting.ts';

export const settings = [
  carWearPercent,
  clientSetting,
  coefficient,
  collectorPercent,
  initiativeSetting,
  pledgeSetting,
] as const satisfies readonly AnySetting[];
