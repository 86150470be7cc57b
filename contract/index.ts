import { accountCalls } from './account.ts';
import { announcementCalls } from './announcements.ts';
import { appealCalls } from './appeals.ts';
import { blackListCalls } from './blackList.ts';
import { cashCalls } from './cash.ts';
import { cashClientCalls } from './cashClients.ts';
import { cashDocumentCalls } from './cashDocuments.ts';
import { choiceCalls } from './choices.ts';
import { clientCardCalls } from './clientCard.ts';
import { clientContractCalls } from './clientContracts.ts';
import { clientCalls } from './clients.ts';
import { clientTermsCalls } from './clientTerms.ts';
import { contractCheckCalls } from './contractChecks.ts';
import { countingCalls } from './counting/index.ts';
import { dayCalls } from './day.ts';
import { deviceCalls } from './devices.ts';
import { callsOf, directories } from './directories/index.ts';
import { draftCalls } from './drafts.ts';
import { everywhereCalls } from './everywhere.ts';
import { expirationCalls } from './expirations.ts';
import { imageCalls } from './images.ts';
import { importCalls } from './imports.ts';
import { incomeCalls } from './income.ts';
import { integrationCalls } from './integrations.ts';
import { invoiceCalls } from './invoices/index.ts';
import { listViewCalls } from './listViews.ts';
import { matrixGridCalls } from './matrixGrid.ts';
import { modelTrialCalls } from './modelTrials.ts';
import { myidCalls } from './myid.ts';
import { noticeCalls } from './notices.ts';
import { outputCalls } from './outputs.ts';
import { ownAnnouncementCalls } from './ownAnnouncements.ts';
import { partnerCalls } from './partners.ts';
import { peopleCalls } from './people.ts';
import { pledgeAnalysisCalls } from './pledgeAnalysis.ts';
import { practiceDayCalls } from './practiceDay.ts';
import { priceCalls } from './prices.ts';
import { problemReportCalls } from './problemReports.ts';
import { questionnaireCalls } from './questionnaires.ts';
import { remarkCalls } from './remarks.ts';
import { reminderCalls } from './reminder.ts';
import { residueCalls } from './residues.ts';
import { rightsCalls } from './rights.ts';
import { addendumCalls } from './sale/addenda.ts';
import { certificateCalls } from './sale/certificates.ts';
import { clientMoneyCalls } from './sale/clientMoney.ts';
import { contractCalls } from './sale/contracts.ts';
import { guaranteeCalls } from './sale/guarantees.ts';
import { orderCalls } from './sale/orders.ts';
import { storyCalls } from './sale/stories.ts';
import { scenarioCalls } from './scenarios.ts';
import { scoringAnalysisCalls } from './scoringAnalysis.ts';
import { scoringRunCalls } from './scoringRuns.ts';
import { segmentCalls } from './segments.ts';
import { type ServedCall, withServerSide } from './server.ts';
import type { AnySetting } from './setting/setting.ts';
import { settings } from './settings/index.ts';
import { staffTestCalls } from './staffTests.ts';
import { testAuthorCalls } from './testAuthors.ts';
import { testResultCalls } from './testResults.ts';
import { versionCalls } from './versions.ts';
import { widgetCalls } from './widgets.ts';
import { workflowCalls } from './workflows.ts';
import { workflowWayCalls } from './workflowWay.ts';

/** The whole contract: every call once, with its server side. */
export const calls: readonly ServedCall[] = [
  ...cashCalls,
  ...accountCalls,
  ...versionCalls,
  ...dayCalls,
  ...deviceCalls,
  ...draftCalls,
  ...listViewCalls,
  ...widgetCalls,
  ...reminderCalls,
  ...choiceCalls,
  ...everywhereCalls,
  ...countingCalls,
  ...invoiceCalls,
  ...residueCalls,
  ...contractCalls,
  ...guaranteeCalls,
  ...orderCalls,
  ...storyCalls,
  ...clientMoneyCalls,
  ...certificateCalls,
  ...priceCalls,
  ...expirationCalls,
  ...imageCalls,
  ...importCalls,
  ...incomeCalls,
  ...integrationCalls,
  ...matrixGridCalls,
  ...partnerCalls,
  ...staffTestCalls,
  ...testAuthorCalls,
  ...testResultCalls,
  ...practiceDayCalls,
  ...cashDocumentCalls,
  ...outputCalls,
  ...cashClientCalls,
  ...announcementCalls,
  ...ownAnnouncementCalls,
  ...blackListCalls,
  ...clientCalls,
  ...clientCardCalls,
  ...clientTermsCalls,
  ...clientContractCalls,
  ...questionnaireCalls,
  ...scoringRunCalls,
  ...pledgeAnalysisCalls,
  ...myidCalls,
  ...segmentCalls,
  ...addendumCalls,
  ...modelTrialCalls,
  ...scoringAnalysisCalls,
  ...appealCalls,
  ...contractCheckCalls,
  ...noticeCalls,
  ...scenarioCalls,
  ...remarkCalls,
  ...problemReportCalls,
  ...workflowCalls,
  ...workflowWayCalls,
  ...rightsCalls,
  ...peopleCalls,
  ...directories.flatMap((directory) => callsOf(directory)),
  ...settings.flatMap(({ calls }: AnySetting) => Object.values(calls)),
].map(withServerSide);
