import type { RealmMiddleware } from '../identity-provider.js';

/** Loads the middleware with the first request. Requests fail with 503 when that fails, and the next one tries again. */
export function onDemand(load: () => Promise<RealmMiddleware>, onError: (error: unknown) => void): RealmMiddleware {
  let loading: Promise<RealmMiddleware> | undefined;
  return (req, res) => {
    loading ??= load();
    loading.then(
      (serve) => serve(req, res),
      (error: unknown) => {
        loading = undefined;
        onError(error);
        res.writeHead(503).end();
      },
    );
  };
}
