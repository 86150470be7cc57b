import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { blueprintCss } from './build/blueprintCss.ts';
import { fonts } from './build/fonts.ts';
import { importWhole } from './build/importWhole.ts';
import { iconsOf, lighter } from './build/lighter.ts';
import { serviceWorker } from './build/serviceWorker.ts';
import { workflowPages } from './build/workflowPages.ts';
import { workflowSentences } from './build/workflowSentences.ts';

const root = import.meta.dirname;

/** Where `npm run dev` starts the server. */
const server = `http://127.0.0.1:${process.env.PORT ?? 4173}`;

/** Everything the server answers; the pages themselves are Vite's. */
const serverPaths = [
  '^/(cash|warehouse|client|autopayment|scoring|collector|initiative|consultant|report|sms|myid|statistics|delivery)/api',
  '^/config\\.json$',
  '^/openapi\\.json$',
];

/** Of the shell what comes later: search, account menu, password panel, question on leaving, reminder, announcements, keys, countdown. */
const LATER =
  /^(RepositoryTabs|WarehouseSwitch|warehouses|[Ss]earch[A-Z]|PasswordPanel|LeaveQuestion|[Aa]ccount|TestReminder|reminderActors|AnnouncementBoard|announcementActors|BellPanel|RightGone|streamActors|Countdown|KeysSheet)/;
const shellIcons = iconsOf(resolve(root, 'src/shell'), LATER);
const INSIDE = [
  /\/node_modules\/(@floating-ui|react-transition-group|dom-helpers|@babel\/runtime|@tanstack\/(query-core|react-query))\//,
  /\/@blueprintjs\/core\/lib\/esm\/(common\/(classes|errors|props|refs|alignment|position|intent|elevation|utils\/(?!compare))|hooks\/(overlays|usePrevious|useValidateProps)|context\/(overlays|portal))/,
  /\/@blueprintjs\/core\/lib\/esm\/components\/(overlay2?|portal|popover-next\/(?!popoverNextMigration)|popover\/(popoverArrow|popperUtils|popoverProps|popupKind))/,
  /\/src\/app\/(Inside|navigation|favourites|scroll|confirming|passwordPanel|passwordShown|countedAttempts?|live|testPath|keepOffline|handInNote|keys)\./,
  /\/src\/(api\/queries|ui\/(small|toasts|StateChip|FilterChips|Name|useInView)|format\/(dates|numbers|names)|routes\/(registry|loaders|guard|pages\/(?!signedOut)\w+))\./,
  /\/machines\/(favourites|sidebar|navigation|drawer)\/\w+\.machine\./,
  /\/contract\/(account|versions|reminder|ownAnnouncements|noticeCount|figures|json)\./,
];

/**
 * What pages are made of, in four files: one that fetched its controls one by one would make seventy requests. `controls`
 * every page has but home, `fields` those that edit or list, `lists` the pages of many documents and records, `records`
 * those with the pane of one record.
 */
const PARTS = {
  controls: [
    /\/@blueprintjs\/core\/lib\/esm\/(accessibility\/|hooks\/useIsomorphic|components\/(button|dialog|html|icon|spinner|text)\/)/,
    /\/@blueprintjs\/icons\/lib\/esm\/(\w+\.js|generated\/components\/(cross|small-cross)\.js)/,
    /\/src\/(ui\/(AskDialog|Dialog|ask|keepFocus|Failed|layout|Quantity|wholeNumbers))\./,
    /\/contract\/search\./,
  ],
  fields: [
    /\/@blueprintjs\/core\/lib\/esm\/(common\/(abstractPureComponent|utils\/compareUtils)|hooks\/useAsync\w+|components\/(forms\/(async\w+|inputGroup|textArea)|menu|popover|popover-next|tabs|tag)\b)/,
    /\/@blueprintjs\/icons\/lib\/esm\/generated\/components\/(arrow-down|arrow-up|caret-right|chevron-left|edit|export|plus|print|small-tick|time)\.js/,
    /\/src\/(ui\/(DataTable|Pager|RefusalNotice|useSettled|form\/(remote|choices|stops|drafts\/\w+|form))|api\/refusal|app\/usePrintKey)\./,
    /\/contract\/(choices|refusal)\./,
  ],
  records: [/\/src\/ui\/record\//, /\/machines\/recordPane\/(?!\w+\.model)/],
  lists: [
    /\/node_modules\/@blueprintjs\/(?!.*\/components\/(search|arrow-right|undo|edit|barcode|paperclip|media|camera|flag)\.js)/,
    /\/src\/(ui\/(?!saveBlob|useRem|useFitting|StepBar|[Ff]ittingTable|document\/|files\/|list\/(?:choice|foot|xlsx|many\/)|why\/|writing\/|matrix\/|person\/|question\/|way\/)|format\/)/,
    /\/contract\/(alphabet|records)\./,
    /\/machines\/kit\/threeWay\./,
  ],
} as const;

/** What every page after sign-in stands in. */
function isInside(id: string): boolean {
  const [, shell] = /\/src\/shell\/(\w+\.tsx?)/.exec(id) ?? [];
  const [, icon] = /\/icons\/lib\/esm\/generated\/components\/([\w-]+\.js)/.exec(id) ?? [];
  if (shell !== undefined) return !LATER.test(shell);
  if (icon !== undefined) return shellIcons.has(icon);
  return INSIDE.some((part) => part.test(id));
}

const client: UserConfig = {
  root,
  plugins: [
    react(),
    workflowPages(),
    workflowSentences(),
    blueprintCss(),
    fonts(),
    ...lighter(process.env.LIGHTER_WITHOUT),
    importWhole(),
    serviceWorker(),
  ],
  build: {
    // what a chunk imports comes with it; of a page's styles the browser must be told, and of nothing else
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')) },
    outDir: 'dist/client',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every screen needs in one file each: many small ones compress worse than they split.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|xstate|@xstate|i18next|react-i18next|use-sync-external-store|wouter|regexparam|zod)\//,
            },
            {
              name: 'frame',
              test: /\/(src\/api\/(client|config|token)|src\/i18n\/\w+\.|src\/routes\/(page|paths|outside|publicLoaders|pages\/signedOut)\.|src\/app\/(session|activity|importWhole|looked|place|navigate|network|inspect|drafts|lazily|version|App|ErrorBoundary|pageTitle)|src\/ui\/(Field|Notice|Empty|RequestId|Mark|theme|toasts|loading)|locales\/\w+\/errors\.json|machines\/session\/(?!\w+\.model)|contract\/(call|common|cash|failure|rules)\.)/,
            },
            {
              name: 'inside',
              test: isInside,
              // what only these need comes with its first user: a group that takes it along would weigh on everybody
              includeDependenciesRecursively: false,
            },
            {
              // the first page of everybody, with what the dashboard and the versions share with it
              name: 'home',
              test: /\/src\/pages\/(home\/(HomePage|Queue|DayFailed|queue|useDay)|versions\/(History|notes))\.tsx?$|\/contract\/day\./,
              includeDependenciesRecursively: false,
            },
            ...Object.entries(PARTS).map(([name, parts]) => ({
              name,
              test: (id: string) => parts.some((part) => part.test(id)),
              // what fewer use comes with them
              minShareCount: 5,
              includeDependenciesRecursively: false,
            })),
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(serverPaths.map((path) => [path, { target: server }])) },
};

const serverInputs: Record<string, string> = {
  main: 'server/main.ts',
  dbWorker: 'server/db/embedded/worker.ts',
  cli: 'server/cli.ts',
};

const serverBuild: UserConfig = {
  root,
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(serverInputs)
          .map(([name, file]): [string, string] => [name, resolve(root, file)])
          .filter(([, file]) => existsSync(file)),
      ),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { external: true },
};

/** `vite build` makes the pages, `vite build --mode server` the server, its database worker and its command line. */
export default defineConfig(({ mode }) => (mode === 'server' ? serverBuild : client));
