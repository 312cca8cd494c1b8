import type Provider from 'oidc-provider';

type Middleware = Parameters<Provider['use']>[0];

/** The cookies' names under https: browsers take this prefix from the very host only, with `Secure` and for all paths. */
export const HOST_COOKIES = {
  session: '__Host-_session',
  interaction: '__Host-_interaction',
  resume: '__Host-_interaction_resume',
};

/** Lets the cookies be secure although the last proxy speaks plain http with us: people come by PUBLIC_URL, which is https. */
export function makeCookiesSecure(oidc: Provider): void {
  Object.defineProperty(oidc.request, 'secure', { get: () => true });
}

/** The provider gives a cookie of one sign-in that sign-in's path; with the prefix it must be for all. */
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
