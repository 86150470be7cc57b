/** What only the server needs of every call, by the call's id. */
import { accountServer } from './account.server.ts';
import { announcementsServer } from './announcements.server.ts';
import { appealsServer } from './appeals.server.ts';
import { blackListServer } from './blackList.server.ts';
import type { Call } from './call.ts';
import { cashServer } from './cash.server.ts';
import { cashClientsServer } from './cashClients.server.ts';
import { cashDocumentsServer } from './cashDocuments.server.ts';
import { choicesServer } from './choices.server.ts';
import { clientCardServer } from './clientCard.server.ts';
import { clientContractsServer } from './clientContracts.server.ts';
import { clientsServer } from './clients.server.ts';
import { clientTermsServer } from './clientTerms.server.ts';
import { contractChecksServer } from './contractChecks.server.ts';
import { countingActsServer } from './counting/acts.server.ts';
import { countingCommentsServer } from './counting/comments.server.ts';
import { countingCountersServer } from './counting/counters.server.ts';
import { countingEntriesServer } from './counting/entries.server.ts';
import { countingMatrixServer } from './counting/matrix.server.ts';
import { dayServer } from './day.server.ts';
import { deviceServer } from './devices.server.ts';
import { directoryServers, readersOf } from './directories/index.server.ts';
import { draftServer } from './drafts.server.ts';
import { everywhereServer } from './everywhere.server.ts';
import { expirationsServer } from './expirations.server.ts';
import { imagesServer } from './images.server.ts';
import { importServer } from './imports.server.ts';
import { incomeServer } from './income.server.ts';
import { integrationsServer } from './integrations.server.ts';
import { invoiceChoicesServer } from './invoices/choices.server.ts';
import { invoiceHeadsServer } from './invoices/heads.server.ts';
import { invoiceLinesServer } from './invoices/lines.server.ts';
import { invoiceSerialsServer } from './invoices/serials.server.ts';
import { listViewServer } from './listViews.server.ts';
import { matrixGridServer } from './matrixGrid.server.ts';
import { modelTrialsServer } from './modelTrials.server.ts';
import { myidServer } from './myid.server.ts';
import { noticesServer } from './notices.server.ts';
import { outputsServer } from './outputs.server.ts';
import { ownAnnouncementsServer } from './ownAnnouncements.server.ts';
import { partnersServer } from './partners.server.ts';
import { peopleServer } from './people.server.ts';
import { pledgeAnalysisServer } from './pledgeAnalysis.server.ts';
import { practiceDayServer } from './practiceDay.server.ts';
import { pricesServer } from './prices.server.ts';
import { problemReportServer } from './problemReports.server.ts';
import { questionnairesServer } from './questionnaires.server.ts';
import { remarkServer } from './remarks.server.ts';
import { reminderServer } from './reminder.server.ts';
import { residuesServer } from './residues.server.ts';
import { rightsServer } from './rights.server.ts';
import { addendaServer } from './sale/addenda.server.ts';
import { certificatesServer } from './sale/certificates.server.ts';
import { clientMoneyServer } from './sale/clientMoney.server.ts';
import { contractAttachedServer, contractsServer } from './sale/contracts.server.ts';
import { guaranteesServer } from './sale/guarantees.server.ts';
import { orderAttachedServer, ordersServer } from './sale/orders.server.ts';
import { storiesServer } from './sale/stories.server.ts';
import { scenarioServer } from './scenarios.server.ts';
import { scoringAnalysisServer } from './scoringAnalysis.server.ts';
import { scoringRunsServer } from './scoringRuns.server.ts';
import { segmentsServer } from './segments.server.ts';
import type { ServerSide } from './serverSide.ts';
import { settingServers } from './settings/index.server.ts';
import { staffTestsServer } from './staffTests.server.ts';
import { testAuthorsServer } from './testAuthors.server.ts';
import { testResultsServer } from './testResults.server.ts';
import { versionsServer } from './versions.server.ts';
import { widgetsServer } from './widgets.server.ts';
import { workflowsServer } from './workflows.server.ts';
import { workflowWayServer } from './workflowWay.server.ts';

export const serverSides = {
  ...accountServer,
  ...announcementsServer,
  ...blackListServer,
  ...clientsServer,
  ...clientCardServer,
  ...clientTermsServer,
  ...appealsServer,
  ...contractChecksServer,
  ...cashServer,
  ...choicesServer,
  ...imagesServer,
  ...countingActsServer,
  ...countingCommentsServer,
  ...countingCountersServer,
  ...countingEntriesServer,
  ...countingMatrixServer,
  ...dayServer,
  ...deviceServer,
  ...draftServer,
  ...everywhereServer,
  ...importServer,
  ...incomeServer,
  ...integrationsServer,
  ...invoiceChoicesServer,
  ...invoiceHeadsServer,
  ...invoiceLinesServer,
  ...invoiceSerialsServer,
  ...matrixGridServer,
  ...noticesServer,
  ...ownAnnouncementsServer,
  ...partnersServer,
  ...practiceDayServer,
  ...cashDocumentsServer,
  ...outputsServer,
  ...cashClientsServer,
  ...reminderServer,
  ...pledgeAnalysisServer,
  ...addendaServer,
  ...modelTrialsServer,
  ...scoringAnalysisServer,
  ...clientContractsServer,
  ...questionnairesServer,
  ...scoringRunsServer,
  ...myidServer,
  ...segmentsServer,
  ...residuesServer,
  ...pricesServer,
  ...expirationsServer,
  ...listViewServer,
  ...rightsServer,
  ...peopleServer,
  ...contractsServer,
  ...guaranteesServer,
  ...ordersServer,
  ...storiesServer,
  ...clientMoneyServer,
  ...certificatesServer,
  ...staffTestsServer,
  ...partnersServer,
  ...testAuthorsServer,
  ...testResultsServer,
  ...versionsServer,
  ...widgetsServer,
  ...scenarioServer,
  ...remarkServer,
  ...problemReportServer,
  ...workflowsServer,
  ...workflowWayServer,
};

export type ServerSides = typeof serverSides;

/** A call with its server side: what the router, the OpenAPI document and the generated docs read. */
export type ServedCall = Call & ServerSide;

/** Comments and files: their calls carry their own types, as those of declared documents do. */
const attachedServers: Readonly<Record<string, ServerSide>> = { ...contractAttachedServer, ...orderAttachedServer };

const sideOf = (id: string): ServerSide | undefined =>
  (serverSides as Readonly<Record<string, ServerSide>>)[id] ??
  directoryServers[id] ??
  settingServers[id] ??
  attachedServers[id];

/** Who may read the records of a directory may choose from what they refer to. */
function withReaders(call: Call, side: ServerSide): ServerSide {
  const readers = call.id in directoryServers ? [] : readersOf(/^(\w+)GetAll$/.exec(call.id)?.[1] ?? '');
  const rules = [side.rule, ...readers].flatMap((rule) => rule.split('|'));
  return readers.length === 0 ? side : { ...side, rule: [...new Set(rules)].join('|') };
}

const served = new Map<Call, ServedCall>();

/** One object a call. Throws for a call without a server side: then it was declared in one of the two files only. */
export function withServerSide(call: Call): ServedCall {
  const known = served.get(call);
  if (known !== undefined) return known;
  const side = sideOf(call.id);
  if (side === undefined) throw new Error(`${call.id} has no server side in contract/server.ts`);
  const whole = { ...call, ...withReaders(call, side) };
  served.set(call, whole);
  return whole;
}
