/** The one process: every service under `/<service>/api`, the built app, its settings and the OpenAPI document. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context as HonoContext } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { CompiledQuery } from 'kysely';
import { announcementImplementations } from './announcements/announcements.ts';
import { dayCalls } from './cash/day.ts';
import { draftCalls } from './cash/drafts.ts';
import { favouriteCalls } from './cash/favourites.ts';
import { cashListImplementations } from './cash/journal.ts';
import { ownSessionCalls } from './cash/ownSessions.ts';
import { paymentImplementations } from './cash/payments.ts';
import { type SignInLimits, sessionCalls } from './cash/sessions.ts';
import { versionCalls } from './cash/versions.ts';
import { widgetImplementations } from './cash/widgets.ts';
import { blackListImplementations } from './clients/blackList.ts';
import { clientCardImplementations } from './clients/card.ts';
import { clientImplementations } from './clients/clients.ts';
import { segmentImplementations } from './clients/segments.ts';
import { contractCheckImplementations } from './contracts/checkRun.ts';
import { contractImplementations } from './contracts/contracts.ts';
import { pledgeAnalysisImplementations } from './contracts/pledgeAnalysis.ts';
import { actCalls } from './counting/acts.ts';
import { counterCalls } from './counting/counters.ts';
import { matrixCalls } from './counting/matrix.ts';
import type { Database } from './db/open.ts';
import { appealImplementations } from './directories/appeal.ts';
import { peopleImplementations } from './directories/branchUser.ts';
import { directoryCalls } from './directories/index.ts';
import { deviceImplementations } from './directories/mobileDevice.ts';
import { certificateImplementations } from './directories/paymentCertificate.ts';
import { fileCalls } from './documents/files.ts';
import { imageCalls } from './documents/images.ts';
import type { Implementation } from './http/implement.ts';
import { languageOf, say } from './http/messages.ts';
import { openApi } from './http/openApi.ts';
import { createRouter } from './http/router.ts';
import { importImplementations } from './import/calls.ts';
import type { Outside } from './integrations/ask.ts';
import { integrationImplementations } from './integrations/checks.ts';
import { invoiceChoiceCalls } from './invoices/choices.ts';
import { invoiceHeadCalls } from './invoices/heads.ts';
import { invoiceLineCalls } from './invoices/lines.ts';
import { invoiceSerialCalls } from './invoices/serials.ts';
import { listViewImplementations } from './lists/views.ts';
import { myidImplementations } from './myid/calls.ts';
import { noticeImplementations } from './notices/notices.ts';
import { addNoticeStream } from './notices/stream.ts';
import { orderGoodsImplementations } from './orders/goods.ts';
import { orderOfferImplementations } from './orders/offers.ts';
import { orderImplementations } from './orders/orders.ts';
import { fifoImplementations } from './outputs/fifo.ts';
import { outputImplementations } from './outputs/outputs.ts';
import { attachedRuleCalls } from './people/attachedRules.ts';
import { positionRuleCalls } from './people/positionRules.ts';
import { userRuleCalls } from './people/userRules.ts';
import { practiceDayImplementations } from './practiceDay/calls.ts';
import { questionnaireImplementations } from './questionnaires/questionnaires.ts';
import { clientMoneyImplementations } from './sale/clientMoney.ts';
import { storyImplementations } from './sale/stories.ts';
import { scoringAnalysisImplementations } from './scoring/analysis.ts';
import { scoringRunImplementations } from './scoring/calls.ts';
import { clientContractImplementations } from './scoring/clientContracts.ts';
import { scoringLogImplementations } from './scoring/log.ts';
import { modelTrialImplementations } from './scoring/trialCalls.ts';
import { everywhereImplementations } from './search/everywhere.ts';
import { settingCalls } from './settings/index.ts';
import { matrixGridCalls } from './settings/matrix.ts';
import { testAuthorImplementations } from './staffTests/authors.ts';
import { myTestCalls } from './staffTests/myTests.ts';
import { ownResultCalls } from './staffTests/ownResults.ts';
import { reminderCalls } from './staffTests/reminder.ts';
import { testResultImplementations } from './staffTests/results.ts';
import { sittingCalls } from './staffTests/sittings.ts';
import { expirationCalls } from './stock/expirations.ts';
import { priceImplementations } from './stock/prices.ts';
import { residueCalls } from './stock/residues.ts';
import { supplyChoiceCalls } from './supply/choices.ts';
import { incomeCalls } from './supply/income.ts';
import { partnerCalls } from './supply/partners.ts';
import { figureImplementations } from './workflows/figures.ts';
import { problemReportImplementations } from './workflows/problemReports.ts';
import { remarkImplementations } from './workflows/remarks.ts';
import { scenarioImplementations } from './workflows/scenarios.ts';
import { wayImplementations } from './workflows/way/way.ts';
import { workflowImplementations } from './workflows/workflows.ts';

export interface Hosts {
  BASE_HOST: string;
  STATISTICS_HOST: string;
  DELIVERY_HOST: string;
}

export interface AppOptions {
  database: Database;
  production: boolean;
  log: (level: 'info' | 'warn' | 'error', message: string, extra?: object) => void;
  /** Folder of the built browser app; none in development and in server tests. */
  staticDir?: string;
  /** Hosts of the services as sent to the browser (decision 46). */
  hosts?: Hosts;
  /** Whether workflows may be sent to a viewer elsewhere (`INSPECTOR=on`). */
  inspector?: boolean;
  /** Other origins whose pages may call. */
  allowedOrigins?: readonly string[];
  signInLimits?: SignInLimits;
  /** What test calls of outside services may ask. */
  outside?: Outside;
  clock?: () => Date;
  heartbeatMs?: number;
}

export const OWN_HOSTS: Hosts = { BASE_HOST: '', STATISTICS_HOST: '', DELIVERY_HOST: '' };

export function implementations(database: Database, limits?: SignInLimits, outside?: Outside): Implementation[] {
  const client = {
    query: async (asked: unknown) => {
      const { text, values } = asked as { text: string; values?: unknown[] };
      const { rows, numAffectedRows } = await database.kysely.executeQuery(CompiledQuery.raw(text, values ?? []));
      return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
    },
  };
  return [
    ...sessionCalls(client, limits),
    ...favouriteCalls,
    ...draftCalls,
    ...ownSessionCalls,
    ...versionCalls,
    ...dayCalls,
    ...widgetImplementations,
    ...listViewImplementations,
    ...reminderCalls,
    ...actCalls,
    ...counterCalls,
    ...matrixCalls,
    ...fileCalls,
    ...imageCalls,
    ...invoiceHeadCalls,
    ...invoiceLineCalls,
    ...invoiceSerialCalls,
    ...invoiceChoiceCalls,
    ...matrixGridCalls,
    ...residueCalls,
    ...outputImplementations,
    ...fifoImplementations,
    ...priceImplementations,
    ...contractImplementations,
    ...contractCheckImplementations,
    ...orderGoodsImplementations,
    ...orderOfferImplementations,
    ...orderImplementations,
    ...storyImplementations,
    ...clientMoneyImplementations,
    ...certificateImplementations,
    ...expirationCalls,
    ...partnerCalls,
    ...everywhereImplementations,
    ...supplyChoiceCalls,
    ...directoryCalls(),
    ...peopleImplementations,
    ...deviceImplementations,
    ...settingCalls(),
    ...positionRuleCalls,
    ...userRuleCalls,
    ...attachedRuleCalls,
    ...incomeCalls,
    ...myTestCalls,
    ...practiceDayImplementations,
    ...paymentImplementations,
    ...cashListImplementations,
    ...announcementImplementations,
    ...blackListImplementations,
    ...clientImplementations,
    ...clientCardImplementations,
    ...clientContractImplementations,
    ...questionnaireImplementations,
    ...scoringRunImplementations,
    ...myidImplementations,
    ...segmentImplementations,
    ...scoringLogImplementations,
    ...pledgeAnalysisImplementations,
    ...scoringAnalysisImplementations,
    ...modelTrialImplementations,
    ...appealImplementations,
    ...noticeImplementations,
    ...importImplementations,
    ...integrationImplementations(outside),
    ...scenarioImplementations,
    ...remarkImplementations,
    ...problemReportImplementations,
    ...workflowImplementations,
    ...figureImplementations,
    ...wayImplementations,
    ...testAuthorImplementations,
    ...testResultImplementations,
    ...sittingCalls,
    ...ownResultCalls,
  ];
}

export function createApp(options: AppOptions): Hono {
  const { database, production, log, staticDir, hosts = OWN_HOSTS, allowedOrigins = [] } = options;
  const app = new Hono();
  const elsewhere = Object.values(hosts).filter((host) => host !== '');

  app.use('*', async (c, next) => {
    const started = performance.now();
    await next();
    log('info', 'request', {
      request_id: c.res.headers.get('x-request-id') ?? undefined,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round(performance.now() - started),
    });
  });
  app.use(
    '*',
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        connectSrc: ["'self'", ...elsewhere],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Blueprint places its popovers by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Excel sheets are read and written in workers made from a blob.
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
      },
      crossOriginOpenerPolicy: 'same-origin-allow-popups',
      strictTransportSecurity: false,
      xFrameOptions: 'DENY',
    }),
  );
  if (allowedOrigins.length > 0) {
    app.use(
      '*',
      cors({
        origin: [...allowedOrigins],
        allowHeaders: [
          'Authorization',
          'Content-Type',
          'If-Match',
          'If-None-Match',
          'Idempotency-Key',
          'Accept-Language',
        ],
        exposeHeaders: ['ETag', 'X-Request-Id'],
      }),
    );
  }
  app.use('*', compress({ threshold: 4096 }));

  app.get('/healthz', (c) => {
    const health = database.health();
    return c.json(health, health.ready ? 200 : 503);
  });
  app.get('/config.json', (c) => {
    c.header('cache-control', 'no-cache');
    return c.json(options.inspector === true ? { ...hosts, INSPECTOR: 'on' } : hosts);
  });
  const served = implementations(database, options.signInLimits, options.outside);
  let document: object | undefined;
  app.get('/openapi.json', (c) => {
    document ??= openApi(served.map((one) => one.call));
    return c.json(document);
  });
  const { clock = () => new Date(), heartbeatMs } = options;
  const serving = { database, strict: !production, log, clock, ...(heartbeatMs !== undefined && { heartbeatMs }) };
  const router = createRouter(served, serving);
  addNoticeStream(router, serving);
  app.route('/', router);
  app.all('/:service/api/*', (c) =>
    c.json(
      {
        message: say(languageOf(c.req.header('accept-language')), 'errors.not_found'),
        code: 'not_found',
        request_id: c.res.headers.get('x-request-id') ?? '',
      },
      404,
    ),
  );
  if (staticDir) serveBrowserApp(app, staticDir);
  return app;
}

/** Built files for ever, the page itself never from a cache; every other address is the page (the app routes it). */
function serveBrowserApp(app: Hono, staticDir: string): void {
  app.use(
    '/assets/*',
    serveStatic({
      root: staticDir,
      onFound: (_, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
    }),
  );
  app.get('/assets/*', (c) => c.text('not found', 404));
  app.use('*', serveStatic({ root: staticDir, onFound: (_, c) => c.header('cache-control', 'no-cache') }));
  let page: Promise<string> | undefined;
  app.get('*', async (c: HonoContext) => {
    page ??= readFile(join(staticDir, 'index.html'), 'utf8');
    c.header('cache-control', 'no-cache');
    return c.html(await page);
  });
}
