import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { clearCompleted } from '../../platform/storage/local.js';
import { purposeOf, returnStateOf } from '../../platform/session/return-path.js';
import { useSession } from '../../platform/session/session.js';
import { askForNewPassword, askToSignIn } from '../../platform/session/sign-in-prompt.js';

/**
 * What the home page does when it opens: tidies up, sends the signed-in on to where a guard stopped them, takes reset
 * links. Returns the page that the visitor may see as an admin only, or null.
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
    // Out of the address: a secret has no business in the history.
    setParams(
      (kept) => {
        kept.delete('reset');
        return kept;
      },
      { replace: true },
    );
  }, [resetToken, setParams]);

  return forAdmins && !isAdmin && from ? from : null;
}
