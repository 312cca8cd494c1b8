import type Provider from 'oidc-provider';

type Middleware = Parameters<Provider['use']>[0];

/** Under https: browsers accept the prefix only with `Secure`, for all paths and from the host itself. */
export const HOST_COOKIES = {
  session: '__Host-_session',
  interaction: '__Host-_interaction',
  resume: '__Host-_interaction_resume',
};

/** Behind a proxy that terminates TLS; PUBLIC_URL is https. */
export function makeCookiesSecure(oidc: Provider): void {
  Object.defineProperty(oidc.request, 'secure', { get: () => true });
}

/** oidc-provider scopes the cookies of an interaction to its path, which the prefix does not allow. */
export const forAllPaths: Middleware = async (ctx, next) => {
  try {
    await next();
  } finally {
    const cookies = [ctx.response.get('set-cookie')].flat().filter((cookie) => cookie !== '');
    if (cookies.length > 0) {
      ctx.set(
        'set-cookie',
        cookies.map((cookie) => cookie.replace(/; path=[^;]*/i, '; path=/')),
      );
    }
  }
};
