// What `npm run layout` judges. Who may import whom between packages is a rule of eslint.config.js.
const NOT_SHIPPED = '\\.spec\\.tsx?$|\\.suite(-parts)?\\.ts$|/testing/|/testing\\.ts$';

const WEB = '^apps/web/src/';
/** Layers of the web app below `app`, which imports all of them. */
const WEB_LAYERS = [
  { name: 'platform', folder: 'platform', mayImport: ['platform'] },
  { name: 'shared', folder: 'shared', mayImport: ['shared', 'platform'] },
  { name: 'feature', folder: 'features/([^/]+)', mayImport: ['features/$1', 'shared', 'platform'] },
];

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
    ...WEB_LAYERS.map(({ name, folder, mayImport }) => ({
      name: `web-${name}`,
      comment: 'The web app imports in one direction: app, features, shared, platform. No feature imports another.',
      severity: 'error',
      from: { path: `${WEB}${folder}/` },
      to: { path: WEB, pathNot: `${WEB}(${mayImport.join('|')})/` },
    })),
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
