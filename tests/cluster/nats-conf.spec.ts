import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connect } from 'nats';
import { natsServers } from '@earworm/service-kit/bus';
import { Guard } from '../harness/guard.js';
import { natsChild } from '../harness/nats-server.js';
import { ROOT } from '../harness/root.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { describeWithNats } from './support/describe-with-nats.js';

describeWithNats('the NATS server as it is shipped', (nats) => {
  let guard: Guard;
  let url: string;
  beforeAll(async () => {
    guard = new Guard(await temporaryFolder('nats'));
    const server = await natsChild(nats, guard);
    await server.child?.start();
    url = server.url;
  });
  afterAll(() => guard?.cleanUp());

  it('lets in who has its password, and nobody else', async () => {
    const { servers, user = '' } = natsServers(url);
    for (const credentials of [{}, { user }, { user, pass: 'another' }, { user: 'somebody', pass: 'another' }])
      await expect(connect({ servers, reconnect: false, ...credentials })).rejects.toMatchObject({
        code: 'AUTHORIZATION_VIOLATION',
      });
    const connection = await connect(natsServers(url));
    expect(connection.info?.max_payload).toBe(8 * 1024 * 1024);
    await connection.close();
  });

  it('listens on this machine alone unless it is told that it runs in a container', () => {
    const read = (file: string) => readFileSync(join(ROOT, 'deploy/nats', file), 'utf8');
    const listens = (file: string) => /^listen: "(.*)"$/m.exec(read(file))?.[1];
    expect([listens('nats.conf'), listens('container.conf')]).toEqual(['127.0.0.1:4222', '0.0.0.0:4222']);
    expect(read('container.conf')).toMatch(/^include \.\/nats\.conf$/m);
  });
});
