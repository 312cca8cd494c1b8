// What `npm run layout` judges. Who may import whom between packages is a rule of eslint.config.js.
const NOT_SHIPPED = '\\.spec\\.tsx?$|\\.suite(-parts)?\\.ts$|/testing/|/testing\\.ts$';

export default {
  forbidden: [
    {
      name: 'folder-cycle',
      comment: 'Folders of a package import each other in one direction.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(apps|libs)/[^/]+/src' },
      to: { circular: true },
    },
    {
      name: 'app-imported',
      comment: 'The shell of the web app imports everything; only its entry imports the shell.',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: '^apps/web/src/(app/|main\\.tsx$)' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'feature-imported',
      comment: 'No feature of the web app imports another, at any depth, and what features share imports none.',
      severity: 'error',
      from: { path: '^apps/web/src/(?!app/)(?:features/)?([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'test-helper-imported',
      comment: 'Nothing that runs in the product imports what exists for tests.',
      severity: 'error',
      from: { pathNot: NOT_SHIPPED },
      to: { path: `^(apps|libs)/.*(${NOT_SHIPPED})` },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['@earworm/source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
