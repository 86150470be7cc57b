/** Every directory, served: what is special of one is a file here, the others are nothing but their declaration. */
import { directories } from '../../contract/directories/index.ts';
import type { AnyDirectory, Directory } from '../../contract/directory/directory.ts';
import { serveDirectory, servedDirectories } from '../directory/serve.ts';
import type { Implementation } from '../http/implement.ts';
import { mergeCalls } from './doubles.ts';
// others sort by the names of these
import './category.ts';
import './territory.ts';
import './organization.ts';
import './variant.ts';
import './appeal.ts';
import './bank.ts';
import './branchUser.ts';
import './brand.ts';
import './cashAccount.ts';
import './classifier.ts';
import './classifierValue.ts';
import './client.ts';
import './clientChange.ts';
import './clientIncome.ts';
import './competitorNews.ts';
import './consultant.ts';
import './driver.ts';
import './fondProduct.ts';
import './initiativeClient.ts';
import './initiativePartner.ts';
import './ministry.ts';
import './mobileDevice.ts';
import './newClient.ts';
import './notClient.ts';
import './partner.ts';
import './partnerProduct.ts';
import './contractError.ts';
import './pledgeCarBrand.ts';
import './paymentCertificate.ts';
import './pledgeEvaluation.ts';
import './product.ts';
import './productBarcode.ts';
import './productExpiration.ts';
import './productLock.ts';
import './productSet.ts';
import './position.ts';
import './province.ts';
import './questionnaire.ts';
import './region.ts';
import './rule.ts';
import './scoringCriterion.ts';
import './segment.ts';
import './serialCategory.ts';
import './smsAppDevice.ts';
import './systemMessage.ts';
import './unblockRequest.ts';
import './village.ts';
import './warehouse.ts';
import './workplaceCategory.ts';
import './workplace.ts';

const special = new Set(servedDirectories().map(({ directory }) => directory.spec.name));
for (const directory of directories as readonly AnyDirectory[])
  if (!special.has(directory.spec.name)) serveDirectory(directory as unknown as Directory);

export const directoryCalls = (): Implementation[] => [
  ...servedDirectories().flatMap(({ implementations }) => [...implementations]),
  ...mergeCalls(),
];
