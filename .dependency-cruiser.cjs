/** The arrows of the house (docs/contributing.md): they run one way. */
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(contract|machines|locales|src|server|tests|e2e|bench|scripts|build)/', pathNot: to },
});

module.exports = {
  forbidden: [
    only('contract-imports-nothing', '^contract/', '^contract/', 'What crosses the wire depends on nothing of ours.'),
    only(
      'machines-import-contract',
      '^machines/',
      '^(machines|contract)/',
      'A workflow knows no screen and no server.',
    ),
    only('locales-import-nothing', '^locales/', '^locales/', 'Texts are data.'),
    only('src-imports', '^src/', '^(src|machines|contract|locales)/', 'The browser never imports the server.'),
    only('server-imports', '^server/', '^(server|machines|contract|locales)/', 'The server never imports the browser.'),
    {
      name: 'pure-rooms',
      comment: 'machines/ and contract/ know no React, axios, Node or database.',
      severity: 'error',
      from: { path: '^(machines|contract)/' },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'unknown'],
        pathNot: 'node_modules/(xstate|zod|big\\.js)/',
      },
    },
    {
      name: 'only-the-client-calls',
      comment: 'Views never call the server themselves.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/api/' },
      to: { path: 'node_modules/axios/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
