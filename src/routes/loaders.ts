/** The code of each page that is built, fetched when it is opened. Only the app's root may import this module. */
import type { ComponentType } from 'react';
import type { publicLoaders } from './publicLoaders.ts';
import type { BuiltPageId, PageEntry, PageId } from './registry.ts';

type Load = () => Promise<{ default: ComponentType }>;

/** Exactly one entry for each page that the list of pages calls built and that is not public. */
const loaders: Readonly<Record<Exclude<BuiltPageId, keyof typeof publicLoaders>, Load>> = {
  home: () => import('../pages/home/HomePage.tsx'),
  versions: () => import('../pages/versions/VersionsPage.tsx'),
  profile: () => import('../pages/profile/ProfilePage.tsx'),
  workflows: () => import('../pages/workflows/WorkflowsPage.tsx'),
  workflow: () => import('../pages/workflows/WorkflowPage.tsx'),
  dashboard: () => import('../pages/home/DashboardPage.tsx'),
  incomeFromSupplier: () => import('../pages/income/IncomePage.tsx'),
  cashboxClients: () => import('../pages/cashbox/CashboxClientsPage.tsx'),
  prepaidClients: () => import('../pages/cashbox/PrepaidClientsPage.tsx'),
  cashOperations: () => import('../pages/cashbox/CashOperationsPage.tsx'),
  closedContractClients: () => import('../pages/cashbox/ClosedContractsPage.tsx'),
  paymentWindow: () => import('../pages/cashbox/PaymentPage.tsx'),
  invoices: () => import('../pages/invoices/InvoiceListPage.tsx'),
  repositoryOutput: () => import('../pages/outputs/OutputListPage.tsx'),
  outputWindow: () => import('../pages/outputs/OutputPage.tsx'),
  fifoCheck: () => import('../pages/outputs/FifoPage.tsx'),
  invoice: () => import('../pages/invoices/InvoicePage.tsx'),
  residueProducts: () => import('../pages/residues/ResiduesPage.tsx'),
  acts: () => import('../pages/counting/ActListPage.tsx'),
  act: () => import('../pages/counting/ActPage.tsx'),
  counter: () => import('../pages/counting/CounterPage.tsx'),
  managePracticeDay: () => import('../pages/practiceDay/PracticeDayPage.tsx'),
  createAd: () => import('../pages/announcements/CreateAdPage.tsx'),
  announcements: () => import('../pages/announcements/AnnouncementsPage.tsx'),
  contracts: () => import('../pages/sale/ContractsPage.tsx'),
  orders: () => import('../pages/sale/OrderListPage.tsx'),
  createContract: () => import('../pages/sale/CreateContractPage.tsx'),
  createOrder: () => import('../pages/sale/OrderPage.tsx'),
  addClient: () => import('../pages/clients/AddClientPage.tsx'),
  clientCard: () => import('../pages/clients/ClientCardPage.tsx'),
  blackList: () => import('../pages/blackList/BlackListPage.tsx'),
  scoringNonClients: () => import('../pages/scoring/ScoringRunsPage.tsx'),
  pledgeCarAnalysis: () => import('../pages/pledge/AnalysisPage.tsx'),
  scoringAnalysis: () => import('../pages/scoring/AnalysisPage.tsx'),
  clientContract: () => import('../pages/scoring/ClientContractsPage.tsx'),
  criteriaLogs: () => import('../pages/scoring/CriteriaLogPage.tsx'),
  testQuestions: () => import('../pages/staffTests/TestQuestionsPage.tsx'),
  myTestResults: () => import('../pages/staffTests/OwnResultsPage.tsx'),
  testEditor: () => import('../pages/testAuthors/TestsPage.tsx'),
  allTestResults: () => import('../pages/testAuthors/TestResultsPage.tsx'),
  widgetsPage: () => import('../pages/widgets/WidgetsPage.tsx'),
  addExpiration: () => import('../pages/expirations/AddExpirationPage.tsx'),
  userRules: () => import('../pages/rights/UserRulesPage.tsx'),
  user: () => import('../pages/users/UserPage.tsx'),
  attachedUserRules: () => import('../pages/rights/AttachedRulesPage.tsx'),
  attachRuleToPositions: async () => (await import('../pages/rights/positionsPage.ts')).loadPositions(),
  notFound: () => import('../pages/notFound/NotFoundPage.tsx'),
};

const loaderById: Readonly<Partial<Record<PageId, Load>>> = loaders;

/** The code of a page; one component serves every page that is not built yet. */
export async function loadPage(page: PageEntry): ReturnType<Load> {
  if (page.declared ?? page.dated) return (await import('./declared.ts')).loadDeclared(page);
  return (loaderById[page.id] ?? (() => import('../pages/notBuilt/NotBuiltPage.tsx')))();
}
