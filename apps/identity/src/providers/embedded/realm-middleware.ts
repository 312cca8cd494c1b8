import type { ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { REALM_PATH } from '../../identity.config.js';
import type { MountedRequest, RealmRoutes } from '../opened-provider.js';

/**
 * Serves everything under /realms/earworm. May be mounted at any depth: it goes by the whole path of the request.
 * `handle` answers 404 outside its realm.
 */
export class RealmsHandler implements RealmRoutes {
  readonly #serve: ReturnType<Provider['callback']>;

  constructor(provider: Provider) {
    this.#serve = provider.callback();
  }

  readonly handle = (req: MountedRequest, res: ServerResponse): void => {
    const url = req.originalUrl ?? req.url ?? '';
    if (!url.startsWith(`${REALM_PATH}/`)) {
      res.writeHead(404).end();
      return;
    }
    // The provider takes what stands before its own path for the mount, and writes its addresses with it.
    req.originalUrl = url;
    req.url = url.slice(REALM_PATH.length);
    void this.#serve(req, res);
  };
}
