import { expect, it } from '@jest/globals';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describeWith, freshDatabase } from '../testing/index.js';
import { openDataSource } from './data-source.js';

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** ErrorResponse of severity FATAL, as a server sends it when it shuts down. */
function fatal(): Buffer {
  const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0';
  const body = Buffer.from(fields, 'latin1');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** A proxy to the database; while `isDying`, every server behind it dies at the moment it reports that it is ready. */
async function mortalLine(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const state = { isDying: false };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (data) => {
      if (state.isDying && data.subarray(-READY.length).equals(READY)) near.end(Buffer.concat([data, fatal()]));
      else near.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line = new URL(url);
  line.hostname = '127.0.0.1';
  line.port = String((server.address() as AddressInfo).port);
  const cutAll = () => sockets.forEach((socket) => socket.destroy());
  return { url: line.href, state, cutAll, close: () => (cutAll(), void server.close()) };
}

describeWith('postgres', 'a database that dies while a connection is being handed out', () => {
  it('fails the query and not the process', async () => {
    const database = await freshDatabase();
    const line = await mortalLine(database.url);
    const source = await openDataSource({ url: line.url, schema: 'mortal', entities: [], migrations: [] });
    try {
      line.cutAll();
      line.state.isDying = true;
      const queries = Array.from({ length: 5 }, () => source.query('select 1').catch(() => 'lost'));
      expect(new Set(await Promise.all(queries))).toEqual(new Set(['lost']));

      line.state.isDying = false;
      expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      await source.destroy();
      line.close();
      await database.drop();
    }
  });
});
