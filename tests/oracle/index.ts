/** The oracles of all lifecycles, by machine. */
import { announcementOracle } from './announcement.ts';
import { appealOracle } from './appeal.ts';
import { approvalOracle } from './approval.ts';
import { cashDocumentOracle } from './cashDocument.ts';
import { contractOracle } from './contract.ts';
import { contractErrorOracle } from './contractError.ts';
import { counterOracle } from './counter.ts';
import { countingActOracle } from './countingAct.ts';
import { directoryRecordOracle } from './directoryRecord.ts';
import { guaranteeOracle } from './guarantee.ts';
import { importOracle } from './import.ts';
import { initiativeClientOracle } from './initiativeClient.ts';
import { invoiceOracle } from './invoice.ts';
import { mobileDeviceOracle } from './mobileDevice.ts';
import { myIdSessionOracle } from './myIdSession.ts';
import type { WrittenOracle } from './oracle.ts';
import { outputOracle } from './output.ts';
import { paymentCertificateOracle } from './paymentCertificate.ts';
import { pledgeEvaluationOracle } from './pledgeEvaluation.ts';
import { practiceDayOracle } from './practiceDay.ts';
import { practiceMonthOracle } from './practiceMonth.ts';
import { problemReportOracle } from './problemReport.ts';
import { productLockOracle } from './productLock.ts';
import { questionnaireOracle } from './questionnaire.ts';
import { remarkOracle } from './remark.ts';
import { saleOrderOracle } from './saleOrder.ts';
import { scoringRunOracle } from './scoringRun.ts';
import { settingRevisionOracle } from './settingRevision.ts';
import { smsAppDeviceOracle } from './smsAppDevice.ts';
import { staffTestOracle } from './staffTest.ts';
import { testSittingOracle } from './testSitting.ts';
import { userOracle } from './user.ts';

export const ORACLES: readonly WrittenOracle[] = [
  announcementOracle,
  appealOracle,
  contractErrorOracle,
  approvalOracle,
  contractOracle,
  cashDocumentOracle,
  counterOracle,
  countingActOracle,
  directoryRecordOracle,
  importOracle,
  initiativeClientOracle,
  invoiceOracle,
  mobileDeviceOracle,
  myIdSessionOracle,
  paymentCertificateOracle,
  pledgeEvaluationOracle,
  questionnaireOracle,
  guaranteeOracle,
  outputOracle,
  practiceDayOracle,
  practiceMonthOracle,
  problemReportOracle,
  productLockOracle,
  scoringRunOracle,
  remarkOracle,
  saleOrderOracle,
  settingRevisionOracle,
  smsAppDeviceOracle,
  staffTestOracle,
  testSittingOracle,
  userOracle,
];
