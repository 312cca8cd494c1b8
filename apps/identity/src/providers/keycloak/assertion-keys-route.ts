import type { ServerResponse } from 'node:http';
import { REALM_PATH } from '../../identity.config.js';
import type { MountedRequest, RealmRoutes } from '../opened-provider.js';
import type { AssertionKeys } from './assertion-keys.js';

/** Where the embedded provider has its keys, too. */
const PATH = `${REALM_PATH}/protocol/openid-connect/certs`;

/** Publishes the keys of assertions to Keycloak, as a JWK set. */
export class AssertionKeysHandler implements RealmRoutes {
  constructor(
    private readonly keys: Pick<AssertionKeys, 'published'>,
    private readonly onError: (error: unknown) => void,
  ) {}

  readonly handle = (req: MountedRequest, res: ServerResponse): void => {
    const path = (req.originalUrl ?? req.url ?? '').split('?')[0];
    if (path !== PATH || (req.method !== 'GET' && req.method !== 'HEAD')) {
      res.writeHead(path === PATH ? 405 : 404).end();
      return;
    }
    this.keys.published().then(
      (keys) => {
        res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        res.end(JSON.stringify({ keys }));
      },
      (error: unknown) => {
        this.onError(error);
        res.writeHead(503).end();
      },
    );
  };
}
