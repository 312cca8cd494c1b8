import jest from '../../jest.config.js';

const unit = jest.projects.find(({ displayName }) => displayName === 'unit');

export default {
  mutate: ['libs/rules/src/**/*.ts', '!**/*.spec.ts', '!**/testing/**'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: {
    config: {
      ...unit,
      rootDir: '.',
      // Otherwise those of the file would be added.
      projects: [],
      // They draw random games and shrink each failure, longer than any time limit.
      testPathIgnorePatterns: [...unit.testPathIgnorePatterns, 'laws\\.spec\\.ts$'],
    },
  },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  timeoutMS: 60_000,
  // A process keeps the modules of every run.
  maxTestRunnerReuse: 20,
  concurrency: 2,
  tempDirName: '.data/stryker',
  cleanTempDir: 'always',
  // Links to folders cannot be copied; the others are large.
  ignorePatterns: ['/helm', '/docs', '/.data', '/.nx', '/test-results'],
  // Packages resolve to those of the copy, all else to the node_modules of the checkout around it.
  symlinkNodeModules: false,
  buildCommand:
    "node -e \"fs.cpSync('../../../node_modules/@earworm','node_modules/@earworm',{recursive:true,verbatimSymlinks:true})\"",
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { reportTests: false },
};
