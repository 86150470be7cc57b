/** Every declared directory. A directory that was declared is added here. */
import type { Call } from '../call.ts';
import type { AnyDirectory } from '../directory/directory.ts';
import { findsByNumber } from '../directory/numbers.ts';
import { appeal } from './appeal.ts';
import { appTemplate } from './appTemplate.ts';
import { bank } from './bank.ts';
import { branchUser } from './branchUser.ts';
import { brand } from './brand.ts';
import { cashAccount } from './cashAccount.ts';
import { cashArticle } from './cashArticle.ts';
import { category } from './category.ts';
import { categoryGroup } from './categoryGroup.ts';
import { classifier } from './classifier.ts';
import { classifierValue } from './classifierValue.ts';
import { client } from './client.ts';
import { clientChange } from './clientChange.ts';
import { clientIncome } from './clientIncome.ts';
import { competitorNews } from './competitorNews.ts';
import { consultant } from './consultant.ts';
import { contractError } from './contractError.ts';
import { countClassification } from './countClassification.ts';
import { countCommentary } from './countCommentary.ts';
import { deliveryCar } from './deliveryCar.ts';
import { dismissStatus } from './dismissStatus.ts';
import { driver } from './driver.ts';
import { fondProduct } from './fondProduct.ts';
import { initiativeClient } from './initiativeClient.ts';
import { initiativePartner } from './initiativePartner.ts';
import { installableCategory } from './installableCategory.ts';
import { master } from './master.ts';
import { ministry } from './ministry.ts';
import { mobileDevice } from './mobileDevice.ts';
import { newClient } from './newClient.ts';
import { notClient } from './notClient.ts';
import { organization } from './organization.ts';
import { partner } from './partner.ts';
import { partnerProduct } from './partnerProduct.ts';
import { paymentCertificate } from './paymentCertificate.ts';
import { pledgeCarBrand } from './pledgeCarBrand.ts';
import { pledgeCarModel } from './pledgeCarModel.ts';
import { pledgeEvaluation } from './pledgeEvaluation.ts';
import { position } from './position.ts';
import { product } from './product.ts';
import { productBarcode } from './productBarcode.ts';
import { productExpiration } from './productExpiration.ts';
import { productLock } from './productLock.ts';
import { productSet } from './productSet.ts';
import { province } from './province.ts';
import { questionnaire } from './questionnaire.ts';
import { region } from './region.ts';
import { rule } from './rule.ts';
import { scoringCriterion } from './scoringCriterion.ts';
import { segment } from './segment.ts';
import { serialCategory } from './serialCategory.ts';
import { smsAppDevice } from './smsAppDevice.ts';
import { smsTemplate } from './smsTemplate.ts';
import { specialOrderStatus } from './specialOrderStatus.ts';
import { systemMessage } from './systemMessage.ts';
import { territory } from './territory.ts';
import { unblockRequest } from './unblockRequest.ts';
import { userLogistOrganization } from './userLogistOrganization.ts';
import { variant } from './variant.ts';
import { village } from './village.ts';
import { warehouse } from './warehouse.ts';
import { workplace } from './workplace.ts';
import { workplaceCategory } from './workplaceCategory.ts';

export const directories = [
  appeal,
  appTemplate,
  bank,
  branchUser,
  brand,
  cashAccount,
  cashArticle,
  category,
  categoryGroup,
  classifier,
  classifierValue,
  client,
  clientChange,
  clientIncome,
  competitorNews,
  consultant,
  contractError,
  countClassification,
  countCommentary,
  deliveryCar,
  dismissStatus,
  driver,
  fondProduct,
  initiativeClient,
  initiativePartner,
  installableCategory,
  master,
  ministry,
  mobileDevice,
  newClient,
  notClient,
  organization,
  partner,
  partnerProduct,
  pledgeCarBrand,
  pledgeCarModel,
  paymentCertificate,
  pledgeEvaluation,
  questionnaire,
  productSet,
  product,
  productBarcode,
  productExpiration,
  productLock,
  province,
  region,
  position,
  rule,
  scoringCriterion,
  segment,
  serialCategory,
  smsAppDevice,
  smsTemplate,
  specialOrderStatus,
  systemMessage,
  territory,
  unblockRequest,
  userLogistOrganization,
  variant,
  village,
  warehouse,
  workplace,
  workplaceCategory,
] as const satisfies readonly AnyDirectory[];

/**
 * The calls of a directory; one whose records come with the release has none that makes or archives them, one with
 * choices of its own leaves them to their declaration.
 */
export const callsOf = (directory: AnyDirectory): Call[] => {
  const { spec, calls, steps, attached = {} as never } = directory;
  const { create, archive: _, restore: __, choices, merge, find, ...always } = calls;
  return [
    ...Object.values(always),
    ...(spec.ownChoices ? [] : [choices]),
    ...(spec.fixed ? [] : [create]),
    ...(spec.doubles ? [merge] : []),
    ...(findsByNumber(directory) ? [find] : []),
    ...Object.values(steps),
    ...Object.values<Call>(attached),
  ];
};
