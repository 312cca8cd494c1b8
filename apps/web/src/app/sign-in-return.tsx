import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { notify, authErrorText } from '../platform/notifications/notify.js';
import { PageSpinner } from '../shared/ui/page.js';
import { useSession } from '../platform/session/session.js';

/** The provider's sign-in page returns `#state=…&code=…`, or `error` instead of `code`. */
export const isSignInReturn = (hash: string) => /[#&]state=/.test(hash) && /[#&](code|error)=/.test(hash);

export function SignInReturn() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const finishRedirect = useSession((session) => session.finishRedirect);
  useEffect(() => {
    finishRedirect()
      .catch((error: unknown) => notify(authErrorText(error, 'sign-in-failed'), 'error'))
      .finally(() => void navigate({ pathname, search }, { replace: true }));
  }, [finishRedirect, navigate, pathname, search]);
  return <PageSpinner />;
}
