/** Every declared dated setting. One that was declared is added here. */
import type { AnySetting } from '../setting/setting.ts';
import { bonusSetting } from './bonusSetting.ts';
import { carWearPercent } from './carWearPercent.ts';
import { cascadeDiscount } from './cascadeDiscount.ts';
import { categoryPosition } from './categoryPosition.ts';
import { categorySetting } from './categorySetting.ts';
import { clientSetting } from './clientSetting.ts';
import { coefficient } from './coefficient.ts';
import { collectorPercent } from './collectorPercent.ts';
import { criterionCondition } from './criterionCondition.ts';
import { deliveryPrice } from './deliveryPrice.ts';
import { discountBonus } from './discountBonus.ts';
import { electronOrderSetting } from './electronOrderSetting.ts';
import { informalSetting } from './informalSetting.ts';
import { initiativeSetting } from './initiativeSetting.ts';
import { inputPriceControl } from './inputPriceControl.ts';
import { moneySetting } from './moneySetting.ts';
import { moneyValue } from './moneyValue.ts';
import { paymentDisciplineSetting } from './paymentDisciplineSetting.ts';
import { pledgeSetting } from './pledgeSetting.ts';
import { priceMarkup } from './priceMarkup.ts';
import { ramadanSetting } from './ramadanSetting.ts';
import { resaleBonusSetting } from './resaleBonusSetting.ts';
import { skuBonus } from './skuBonus.ts';
import { specialTariff } from './specialTariff.ts';
import { summerBonus } from './summerBonus.ts';
import { tariffValue } from './tariffValue.ts';
import { valueSetting } from './valueSetting.ts';
import { workplaceCategorySetting } from './workplaceCategorySetting.ts';

export const settings = [
  bonusSetting,
  carWearPercent,
  cascadeDiscount,
  categoryPosition,
  categorySetting,
  clientSetting,
  coefficient,
  collectorPercent,
  criterionCondition,
  deliveryPrice,
  discountBonus,
  electronOrderSetting,
  informalSetting,
  initiativeSetting,
  inputPriceControl,
  moneySetting,
  moneyValue,
  paymentDisciplineSetting,
  pledgeSetting,
  priceMarkup,
  ramadanSetting,
  resaleBonusSetting,
  skuBonus,
  specialTariff,
  summerBonus,
  tariffValue,
  valueSetting,
  workplaceCategorySetting,
] as const satisfies readonly AnySetting[];
