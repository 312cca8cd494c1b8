// node copy-dist.mjs MANIFEST TARGET APP: copies what an app runs from, without specs and what only they use, for the
// workspaces that the manifest of its production install names.
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Parts of the web app and of the deployment, by the app that reads them. */
const FURTHER = {
  gateway: ['apps/web/dist'],
  identity: ['deploy/keycloak/realm.json'],
  standalone: ['apps/web/dist', 'deploy/keycloak/realm.json'],
};
const isLeftOut = (path) => basename(path) === 'testing' || /\.(spec|suite|suite-parts)\.js$|\.map$/.test(path);

const [manifest, target, app] = process.argv.slice(2);
/** Of the bundle that another app starts from. */
const isOfAnotherBundle = (path) => {
  const [, of] = /^apps[\\/](.+)[\\/]dist[\\/](?:main|server-[A-Z0-9]+)\.js$/.exec(path) ?? [];
  return of !== undefined && of !== app;
};
const { workspaces } = JSON.parse(readFileSync(manifest, 'utf8'));
mkdirSync(target, { recursive: true });
for (const path of [...workspaces.map((workspace) => join(workspace, 'dist')), ...(FURTHER[app] ?? []), 'LICENSE'])
  cpSync(path, join(target, path), {
    recursive: true,
    // The gateway takes a compressed file that is older than its original for a stale one.
    preserveTimestamps: true,
    filter: (file) => !isLeftOut(file) && !isOfAnotherBundle(file),
  });
symlinkSync(join('apps', app, 'dist', 'main.js'), join(target, 'main.js'));
