/** Every declared dated setting. One that was declared is added here. */
import type { AnySetting } from '../setting/setting.ts';
import { carWearPercent } from './carWearPercent.ts';
import { cascadeDiscount } from './cascadeDiscount.ts';
import { categorySetting } from './categorySetting.ts';
import { clientSetting } from './clientSetting.ts';
import { coefficient } from './coefficient.ts';
import { collectorPercent } from './collectorPercent.ts';
import { criterionCondition } from './criterionCondition.ts';
import { deliveryPrice } from './deliveryPrice.ts';
import { discountBonus } from './discountBonus.ts';
import { informalSetting } from './informalSetting.ts';
import { initiativeSetting } from './initiativeSetting.ts';
import { inputPriceControl } from './inputPriceControl.ts';
import { paymentDisciplineSetting } from './paymentDisciplineSetting.ts';
import { pledgeSetting } from './pledgeSetting.ts';
import { priceMarkup } from './priceMarkup.ts';
import { resaleBonusSetting } from './resaleBonusSetting.ts';
import { workplaceCategorySetting } from './workplaceCategorySetting.ts';

export const settings = [
  carWearPercent,
  cascadeDiscount,
  categorySetting,
  clientSetting,
  coefficient,
  collectorPercent,
  criterionCondition,
  deliveryPrice,
  discountBonus,
  informalSetting,
  initiativeSetting,
  inputPriceControl,
  paymentDisciplineSetting,
  pledgeSetting,
  priceMarkup,
  resaleBonusSetting,
  workplaceCategorySetting,
] as const satisfies readonly AnySetting[];
