import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { testTitles } from './tests/tools/lint/test-titles.mjs';

/** Who may import whom. A package may import itself, npm packages, and the rooms listed here. */
const directions = {
  'libs/rules': [],
  'libs/contracts': ['rules'],
  'libs/service-kit': ['contracts'],
  'libs/projections': ['service-kit', 'contracts'],
  'libs/postgres-server': ['service-kit'],
  'libs/client': ['contracts', 'rules'],
  'apps/web': ['client', 'contracts', 'rules'],
  'apps/gateway': ['service-kit', 'contracts'],
  'apps/game': ['projections', 'postgres-server', 'service-kit', 'contracts', 'rules'],
  'apps/library': ['projections', 'service-kit', 'contracts', 'rules'],
  'apps/identity': ['service-kit', 'contracts', 'rules'],
  'apps/rate-limit': ['service-kit', 'contracts', 'rules'],
  'apps/feedback': ['service-kit', 'contracts', 'rules'],
  'apps/shows': ['service-kit', 'contracts', 'rules'],
  'apps/telemetry': ['projections', 'service-kit', 'contracts', 'rules'],
  'apps/standalone': [
    'gateway',
    'game',
    'library',
    'identity',
    'rate-limit',
    'feedback',
    'telemetry',
    'shows',
    'postgres-server',
    'service-kit',
    'client',
    'contracts',
    'rules',
  ],
};
const packageNames = Object.keys(directions).map((folder) => folder.split('/')[1]);

const importRules = Object.entries(directions).map(([folder, allowed]) => {
  const own = folder.split('/')[1];
  const forbidden = packageNames.filter((name) => name !== own && !allowed.includes(name));
  return {
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^@earworm/(${forbidden.join('|')})(/|$)`,
              message: `${folder} may only import: ${allowed.join(', ') || 'no other package'} (see the table of folders in the README).`,
            },
            {
              regex: `^(\\.\\./)+((apps|libs)/|(${packageNames.join('|')})/(src|dist)/)`,
              message: 'Import another package by its name, not by its path.',
            },
            ...(folder === 'libs/rules'
              ? [
                  {
                    regex: '^(?!\\.|zod$|@noble/hashes/)',
                    message: 'libs/rules is pure: it may import only zod, @noble/hashes and itself.',
                  },
                ]
              : []),
          ],
        },
      ],
    },
  };
});

/** Features of the web app do not import each other: what two of them need is in `shared`. */
const webFeatures = {
  files: ['apps/web/src/features/**/*.{ts,tsx}'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...importRules.find(({ files }) => files[0].startsWith('apps/web/')).rules['no-restricted-imports'][1]
            .patterns,
          {
            regex: '^\\.\\./(?!\\.)',
            message: 'A feature may not import another feature.',
          },
        ],
      },
    ],
  },
};

/** Specs and their helpers. */
const TESTS = ['{apps,libs}/**/*.{spec,suite}.{ts,tsx}', '{apps,libs}/**/testing/**/*.{ts,tsx}', 'tests/**/*.ts'];
/** Waiting for a condition, and pacing load. */
const MAY_SLEEP = [
  'libs/service-kit/src/testing/eventually.ts',
  'apps/game/src/testing/stream-of-commands.ts',
  'apps/game/src/testing/append-bench.ts',
  'tests/attack/*.ts',
  'tests/capacity/*.ts',
  'tests/load/*.ts',
  'tests/k6/script/play.ts',
  'tests/faults/*.ts',
  'tests/perf/**/*.ts',
  'tests/services/support/reports.ts',
  'tests/tools/outages/main.ts',
];
const NO_SLEEP =
  'Wait for a condition (`eventually`) or control the clock: a fixed time is too short on a busy machine.';
const noSleep = {
  files: TESTS,
  ignores: MAY_SLEEP,
  rules: {
    'no-restricted-syntax': [
      'error',
      ...[
        "NewExpression[callee.name='Promise'] CallExpression[callee.name='setTimeout'][arguments.length>1]",
        "NewExpression[callee.name='Promise'] CallExpression[callee.property.name='setTimeout'][callee.object.name=/^(window|globalThis)$/]",
        'ImportDeclaration[source.value=/^(node:)?timers.promises$/] > ImportSpecifier[imported.name="setTimeout"]',
        'ImportDeclaration[source.value=/^(node:)?timers.promises$/] > :matches(ImportDefaultSpecifier, ImportNamespaceSpecifier)',
        "CallExpression[callee.property.name='waitForTimeout']",
      ].map((selector) => ({ selector, message: NO_SLEEP })),
    ],
  },
};

const titles = {
  files: TESTS,
  plugins: { local: { rules: { 'test-titles': testTitles } } },
  rules: { 'local/test-titles': 'error' },
};

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '.data/**', '**/*.generated.*'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  ...importRules,
  webFeatures,
  noSleep,
  titles,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'off',
      'no-restricted-globals': ['error', { name: 'event', message: 'Name the event.' }],
    },
  },
  {
    files: ['libs/rules/src/**/*.ts'],
    ignores: ['**/*.spec.ts', 'libs/rules/src/testing/**'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'setTimeout', 'setInterval', 'performance', 'crypto'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time is an argument.' },
        { object: 'Math', property: 'random', message: 'Randomness is an argument.' },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date']", message: 'Time is an argument.' },
      ],
    },
  },
  {
    files: ['libs/rules/src/**/*.spec.ts', 'libs/rules/src/testing/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['apps/web/public/**/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: { document: 'readonly', localStorage: 'readonly', matchMedia: 'readonly' },
    },
  },
  { files: ['apps/web/**/*.{ts,tsx}'], ...reactHooks.configs.flat['recommended-latest'] },
  {
    files: ['**/*.{mjs,js}'],
    ignores: ['apps/web/public/**'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
      },
    },
  },
);
