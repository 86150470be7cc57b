/** Every declared directory. A directory that was declared is added here. */
import type { Call } from '../call.ts';
import type { AnyDirectory } from '../directory/directory.ts';
import { bank } from './bank.ts';
import { cashAccount } from './cashAccount.ts';
import { cashArticle } from './cashArticle.ts';
import { deliveryCar } from './deliveryCar.ts';
import { dismissStatus } from './dismissStatus.ts';
import { driver } from './driver.ts';
import { master } from './master.ts';
import { ministry } from './ministry.ts';
import { pledgeCarBrand } from './pledgeCarBrand.ts';
import { pledgeCarModel } from './pledgeCarModel.ts';
import { province } from './province.ts';
import { region } from './region.ts';
import { specialOrderStatus } from './specialOrderStatus.ts';
import { userLogistOrganization } from './userLogistOrganization.ts';
import { village } from './village.ts';
import { warehouse } from './warehouse.ts';

export const directories = [
  bank,
  cashAccount,
  cashArticle,
  deliveryCar,
  dismissStatus,
  driver,
  master,
  ministry,
  pledgeCarBrand,
  pledgeCarModel,
  province,
  region,
  specialOrderStatus,
  userLogistOrganization,
  village,
  warehouse,
] as const satisfies readonly AnyDirectory[];

/** The calls of a directory; one whose records come with the release has none that makes or archives them. */
export const callsOf = ({ spec, calls }: AnyDirectory): Call[] => {
  const { create, archive, restore, ...always } = calls;
  return spec.fixed ? Object.values(always) : Object.values(calls);
};
