import { useAbout } from '../../platform/http/about.js';
import { useSession } from '../../platform/session/session.js';

interface SingleSignOn {
  /** Only external providers have a sign-in page of their own. */
  readonly isOffered: boolean;
  /** Leads to that page. Null where it cannot: PKCE needs WebCrypto, which only secure pages have. */
  readonly leave: (() => Promise<void>) | null;
}

/** `wanted`: the path to come back to; default: this page's. */
export function useSingleSignOn(wanted: string | null): SingleSignOn {
  const isOffered = useAbout()?.singleSignOn === true;
  const signInByRedirect = useSession((session) => session.signInByRedirect);
  const leave = () => signInByRedirect(wanted ?? `${location.pathname}${location.search}`);
  return { isOffered, leave: isOffered && window.isSecureContext ? leave : null };
}
