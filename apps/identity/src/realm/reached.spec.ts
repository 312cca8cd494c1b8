import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { reached } from './reached.js';

it('keycloak -- sync waits for a Keycloak that is still starting', async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(requests.length < 2 ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await reached({ url: `http://127.0.0.1:${port}/auth/`, adminRealm: 'master' }, 60);
  expect(requests).toEqual(['/auth/realms/master', '/auth/realms/master']);
  await new Promise((resolve) => server.close(resolve));
});

it('keycloak -- sync goes on without an answer when its wait is over', async () => {
  await expect(reached({ url: 'http://127.0.0.1:1', adminRealm: 'master' }, 0)).resolves.toBeUndefined();
});
