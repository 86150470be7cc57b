/** Where the records that fields refer to are chosen from: service and resource of `get_all`, by the directory's name. */
import type { Service } from '../call.ts';

export const CHOICES = {
  appealKind: ['client', 'appeal_kind'],
  bank: ['cash', 'bank'],
  batch: ['warehouse', 'stock_batch'],
  blackListEntry: ['client', 'black_list'],
  brand: ['warehouse', 'brand'],
  cashAccount: ['cash', 'cash_account'],
  category: ['warehouse', 'product_category'],
  client: ['client', 'client'],
  contract: ['client', 'contract'],
  classifier: ['client', 'classifier'],
  driver: ['delivery', 'driver'],
  initiativePartner: ['initiative', 'initiative_partner'],
  ministry: ['client', 'ministry'],
  organization: ['warehouse', 'organization'],
  partner: ['warehouse', 'partner'],
  pledgeCarBrand: ['client', 'pledge_car_brand'],
  pledgeCarModel: ['client', 'pledge_car_model'],
  product: ['warehouse', 'product'],
  position: ['cash', 'position'],
  province: ['client', 'province'],
  region: ['client', 'region'],
  rule: ['cash', 'rule'],
  scoringCriterion: ['scoring', 'scoring_criterion'],
  smsTemplate: ['sms', 'sms_template'],
  territory: ['cash', 'territory'],
  user: ['warehouse', 'user'],
  variant: ['warehouse', 'product_variant'],
  village: ['client', 'village'],
  warehouse: ['warehouse', 'warehouse'],
  workplace: ['client', 'workplace'],
  workplaceCategory: ['client', 'workplace_category'],
} as const satisfies Readonly<Record<string, readonly [Service, string]>>;

export type ReferenceName = keyof typeof CHOICES;
