/** Every declared dated setting. One that was declared is added here. */
import type { AnySetting } from '../setting/setting.ts';
import { aloqabankAccount } from './aloqabankAccount.ts';
import { aloqabankConnection } from './aloqabankConnection.ts';
import { bonusSetting } from './bonusSetting.ts';
import { branchSeal } from './branchSeal.ts';
import { brandMarkup } from './brandMarkup.ts';
import { carBasePrice } from './carBasePrice.ts';
import { carWearPercent } from './carWearPercent.ts';
import { cascadeDiscount } from './cascadeDiscount.ts';
import { categoryBrandLimitation } from './categoryBrandLimitation.ts';
import { categoryLimit } from './categoryLimit.ts';
import { categoryPosition } from './categoryPosition.ts';
import { categorySetting } from './categorySetting.ts';
import { clientSetting } from './clientSetting.ts';
import { coefficient } from './coefficient.ts';
import { collectorPercent } from './collectorPercent.ts';
import { criterionCondition } from './criterionCondition.ts';
import { criterionSetting } from './criterionSetting.ts';
import { deliveryPrice } from './deliveryPrice.ts';
import { discountBonus } from './discountBonus.ts';
import { electronOrderSetting } from './electronOrderSetting.ts';
import { informalSetting } from './informalSetting.ts';
import { initiativeSetting } from './initiativeSetting.ts';
import { inputPriceControl } from './inputPriceControl.ts';
import { installableFee } from './installableFee.ts';
import { integrationSetting } from './integrationSetting.ts';
import { markupCategory } from './markupCategory.ts';
import { masterFee } from './masterFee.ts';
import { matrixItem } from './matrixItem.ts';
import { moneySetting } from './moneySetting.ts';
import { moneyValue } from './moneyValue.ts';
import { paymentDisciplineSetting } from './paymentDisciplineSetting.ts';
import { pledgeSetting } from './pledgeSetting.ts';
import { priceMarkup } from './priceMarkup.ts';
import { productLimit } from './productLimit.ts';
import { ramadanSetting } from './ramadanSetting.ts';
import { requisite } from './requisite.ts';
import { resaleBonusSetting } from './resaleBonusSetting.ts';
import { skuBonus } from './skuBonus.ts';
import { smsCampaignSetting } from './smsCampaignSetting.ts';
import { specialTariff } from './specialTariff.ts';
import { summerBonus } from './summerBonus.ts';
import { tariffValue } from './tariffValue.ts';
import { valueSetting } from './valueSetting.ts';
import { workplaceCategorySetting } from './workplaceCategorySetting.ts';
import { workplaceCoefficient } from './workplaceCoefficient.ts';

export const settings = [
  aloqabankAccount,
  aloqabankConnection,
  bonusSetting,
  branchSeal,
  brandMarkup,
  carBasePrice,
  carWearPercent,
  cascadeDiscount,
  categoryBrandLimitation,
  categoryLimit,
  categoryPosition,
  categorySetting,
  clientSetting,
  coefficient,
  collectorPercent,
  criterionCondition,
  criterionSetting,
  deliveryPrice,
  discountBonus,
  electronOrderSetting,
  informalSetting,
  initiativeSetting,
  inputPriceControl,
  markupCategory,
  installableFee,
  integrationSetting,
  masterFee,
  matrixItem,
  moneySetting,
  moneyValue,
  paymentDisciplineSetting,
  pledgeSetting,
  priceMarkup,
  productLimit,
  ramadanSetting,
  requisite,
  resaleBonusSetting,
  skuBonus,
  smsCampaignSetting,
  specialTariff,
  summerBonus,
  tariffValue,
  valueSetting,
  workplaceCategorySetting,
  workplaceCoefficient,
] as const satisfies readonly AnySetting[];
