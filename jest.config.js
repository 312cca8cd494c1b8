import './tests/support/source-hooks.mjs';

/**
 * One Jest for the whole repository, three projects:
 *   unit  x.spec.ts       pure or in-process, no server
 *   int   x.int.spec.ts   needs a real server; the global set-up starts one of each for the run
 *   across tests/**       processes and browsers; run one file at a time
 */
const shared = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.(t|j)sx?$': ['@swc/jest', {}] },
  transformIgnorePatterns: ['/node_modules/', '/dist/'],
  testEnvironmentOptions: { customExportConditions: ['@earworm/source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data/', '<rootDir>/.nx/'],
  setupFiles: ['<rootDir>/tests/support/jest-setup.ts'],
};
const int = '\\.int\\.spec\\.tsx?$';

export default {
  // Only against what hangs: a wait by condition says itself, within 30 s, what did not come.
  testTimeout: 60_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: ['<rootDir>/apps', '<rootDir>/libs'],
      testRegex: '\\.spec\\.tsx?$',
      testPathIgnorePatterns: ['/node_modules/', '/dist/', int],
    },
    {
      ...shared,
      displayName: 'int',
      roots: ['<rootDir>/apps', '<rootDir>/libs'],
      testRegex: int,
      globalSetup: '<rootDir>/tests/support/servers-up.ts',
      globalTeardown: '<rootDir>/tests/support/servers-down.ts',
    },
    {
      ...shared,
      displayName: 'across',
      roots: ['<rootDir>/tests'],
      testRegex: '\\.spec\\.ts$',
    },
  ],
};
