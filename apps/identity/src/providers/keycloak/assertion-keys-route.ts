import { REALM_PATH } from '../../identity.config.js';
import type { RealmMiddleware } from '../opened-provider.js';
import type { AssertionKeys } from './assertion-keys.js';

const PATH = `${REALM_PATH}/protocol/openid-connect/certs`;

/** Publishes the keys of assertions to Keycloak, as a JWK set. */
export const assertionKeysRoute =
  (keys: Pick<AssertionKeys, 'published'>, onError: (error: unknown) => void): RealmMiddleware =>
  (req, res) => {
    const path = (req.originalUrl ?? req.url ?? '').split('?')[0];
    if (path !== PATH || (req.method !== 'GET' && req.method !== 'HEAD')) {
      res.writeHead(path === PATH ? 405 : 404).end();
      return;
    }
    keys.published().then(
      (published) => {
        res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        res.end(JSON.stringify({ keys: published }));
      },
      (error: unknown) => {
        onError(error);
        res.writeHead(503).end();
      },
    );
  };
