import type Provider from 'oidc-provider';
import { REALM_PATH } from '../../identity.config.js';
import type { RealmMiddleware } from '../opened-provider.js';

/** Serves the realm by the request's whole path, at any mount point; 404 outside of it. */
export function realmMiddleware(provider: Provider): RealmMiddleware {
  const serve = provider.callback();
  return (req, res) => {
    const url = req.originalUrl ?? req.url ?? '';
    if (!url.startsWith(`${REALM_PATH}/`)) {
      res.writeHead(404).end();
      return;
    }
    // oidc-provider takes the difference of both for its mount path, which it writes into its URLs.
    req.originalUrl = url;
    req.url = url.slice(REALM_PATH.length);
    void serve(req, res);
  };
}
