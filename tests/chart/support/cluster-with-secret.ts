import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

type Secret = Readonly<Record<string, unknown>>;

const RESOURCES = {
  ...{ kind: 'APIResourceList', groupVersion: 'v1' },
  resources: [{ name: 'secrets', singularName: 'secret', namespaced: true, kind: 'Secret', verbs: ['get'] }],
};

/** Answers what helm asks a cluster that has one Secret: its version, its kinds, and the Secret. */
export async function clusterWith(secret: () => Secret | null, folder: string) {
  const answers = (path: string): unknown => {
    if (path === '/version') return { major: '1', minor: '34', gitVersion: 'v1.34.4' };
    if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
    if (path === '/apis') return { kind: 'APIGroupList', groups: [] };
    if (path === '/api/v1') return RESOURCES;
    if (/\/secrets\/[^/]+$/.test(path)) return secret();
    return null;
  };
  const server = createServer(({ url = '' }, response) => {
    const answer = answers(url.split('?')[0] ?? '');
    const missing = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? missing));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const kubeconfig = join(folder, 'kubeconfig.json');
  const config = {
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'spec' },
    clusters: [{ name: 'spec', cluster: { server: `http://127.0.0.1:${port}` } }],
    contexts: [{ name: 'spec', context: { cluster: 'spec', user: 'spec' } }],
    users: [{ name: 'spec', user: {} }],
  };
  await writeFile(kubeconfig, JSON.stringify(config));
  return { kubeconfig, close: () => (server.closeAllConnections(), server.close()) };
}
