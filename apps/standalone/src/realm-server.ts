import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The identity provider's routes for gateways in other processes. */
export interface RealmServer {
  /** Known, and answered with 503, before there are routes. */
  readonly url: string;
  serve(routes: RequestListener): void;
  close(): Promise<void>;
}

export async function openRealmServer(): Promise<RealmServer> {
  let routes: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => routes(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (given) => void (routes = given),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
