import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { clearCompleted } from '../../platform/storage/local.js';
import { purposeOf, returnStateOf } from '../../platform/session/return-path.js';
import { useSession } from '../../platform/session/session.js';
import { askForNewPassword, askToSignIn } from '../../platform/session/sign-in-prompt.js';

/**
 * On arrival: removes old keys, continues to where a guard stopped the user, opens reset links. Returns the page that
 * needs an admin, or null.
 */
export function useArrival(): string | null {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const signedIn = useSession((session) => session.user !== null);
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const back = returnStateOf(state);
  const from = back?.from;
  const forAdmins = back !== null && 'adminRequired' in back;
  const resetToken = params.get('reset');

  useEffect(clearCompleted, []);

  useEffect(() => {
    if (!from) return;
    if (forAdmins ? isAdmin : signedIn) void navigate(from, { replace: true });
    else if (!forAdmins) void askToSignIn(purposeOf(from), from);
  }, [from, forAdmins, signedIn, isAdmin, navigate]);

  useEffect(() => {
    if (!resetToken) return;
    void askForNewPassword(resetToken);
    // A secret must not stay in the browser's history.
    setParams(
      (removed) => {
        removed.delete('reset');
        return removed;
      },
      { replace: true },
    );
  }, [resetToken, setParams]);

  return forAdmins && !isAdmin && from ? from : null;
}
