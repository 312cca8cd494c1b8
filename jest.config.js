import { readFileSync } from 'node:fs';
import { bundledDependencies } from './tests/harness/bundled-dependencies.mjs';
import './tests/harness/source-hooks.mjs';

/** One Jest for the whole repository; each project runs alone: `npm test -- unit`. tests/README.md lists them. */
const swc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
swc.jsc.experimental = { keepImportAttributes: true };
const shared = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  resolver: '<rootDir>/tests/harness/resolver.mjs',
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.(t|j)sx?$': ['@swc/jest', swc] },
  transformIgnorePatterns: ['/node_modules/', '/dist/'],
  testEnvironmentOptions: { customExportConditions: ['@earworm/source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data/', '<rootDir>/.nx/'],
  setupFiles: ['<rootDir>/tests/harness/jest-setup.ts'],
};
const packages = ['<rootDir>/apps', '<rootDir>/libs'];
const intSpec = '\\.int\\.spec\\.ts$';
/** Folders of tests/ whose specs are separate projects. */
const OWN_PROJECT = [
  'e2e',
  'containers',
  'identity',
  'keycloak',
  'services',
  'chart',
  'compose',
  'install',
  'screenshots',
];
/** Projects cannot have a timeout in Jest. */
const slowSpecs = ['<rootDir>/tests/harness/slow-specs.ts'];
const folderProject = (name, more = {}) => ({
  ...shared,
  displayName: name,
  roots: [`<rootDir>/tests/${name}`],
  testRegex: '\\.spec\\.ts$',
  ...more,
});

/** A product and a browser for each worker. */
const onProduct = {
  testEnvironment: '<rootDir>/tests/e2e/support/browser-environment.mjs',
  globalSetup: '<rootDir>/tests/e2e/support/global-setup.ts',
  globalTeardown: '<rootDir>/tests/e2e/support/global-teardown.ts',
};

/** The projects of the suite differ only in `identityProvider`. */
const identityProject = (name, identityProvider, more = {}) =>
  folderProject(name, {
    globals: { identityProvider },
    testEnvironment: '<rootDir>/tests/e2e/support/browser-environment.mjs',
    globalSetup: '<rootDir>/tests/identity/support/global-setup.ts',
    globalTeardown: '<rootDir>/tests/identity/support/global-teardown.ts',
    setupFilesAfterEnv: slowSpecs,
    ...more,
  });

export default {
  // Only against a hanging test: a wait by condition ends after 30 s and names its condition.
  testTimeout: 60_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: [...packages, '<rootDir>/tests'],
      testRegex: '\\.spec\\.ts$',
      testPathIgnorePatterns: ['/node_modules/', '/dist/', intSpec, `<rootDir>/tests/(${OWN_PROJECT.join('|')})/`],
    },
    {
      ...shared,
      displayName: 'component',
      roots: ['<rootDir>/apps/web/src'],
      testRegex: '\\.spec\\.tsx$',
      testEnvironment: '<rootDir>/tests/harness/jsdom-environment.mjs',
      testEnvironmentOptions: { customExportConditions: ['@earworm/source', 'browser'] },
      setupFiles: ['<rootDir>/apps/web/src/testing/browser.ts'],
      moduleNameMapper: {
        // Resolved by Vite in the app.
        '\\.css$': '<rootDir>/apps/web/src/testing/css.ts',
        ...shared.moduleNameMapper,
        ...(await bundledDependencies()),
      },
    },
    {
      ...shared,
      displayName: 'int',
      roots: packages,
      testRegex: intSpec,
      globalSetup: '<rootDir>/tests/harness/start-servers.ts',
      globalTeardown: '<rootDir>/tests/harness/stop-servers.ts',
    },
    folderProject('e2e', onProduct),
    // A container that starts or stops changes the network, and Chromium then ends the requests of every page.
    folderProject('containers', onProduct),
    folderProject('screenshots', onProduct),
    identityProject('identity', 'embedded'),
    identityProject('keycloak', 'keycloak', { roots: ['<rootDir>/tests/identity', '<rootDir>/tests/keycloak'] }),
    folderProject('services', {
      globalSetup: '<rootDir>/tests/services/support/global-setup.ts',
      globalTeardown: '<rootDir>/tests/services/support/global-teardown.ts',
      testEnvironment: '<rootDir>/tests/harness/server-logs-environment.mjs',
      setupFilesAfterEnv: slowSpecs,
    }),
    folderProject('chart'),
    folderProject('compose', {
      globalSetup: '<rootDir>/tests/compose/support/global-setup.ts',
      globalTeardown: '<rootDir>/tests/compose/support/global-teardown.ts',
      setupFilesAfterEnv: slowSpecs,
    }),
    folderProject('install', {
      globalSetup: '<rootDir>/tests/install/support/global-setup.ts',
      globalTeardown: '<rootDir>/tests/install/support/global-teardown.ts',
      testEnvironment: '<rootDir>/tests/harness/server-logs-environment.mjs',
      setupFilesAfterEnv: slowSpecs,
    }),
  ],
};
