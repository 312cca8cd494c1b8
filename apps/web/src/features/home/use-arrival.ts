import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { clearCompleted } from '../../app/browser-marks.js';
import { returnStateOf } from '../../app/return-path.js';
import { useSession } from '../../app/session.js';
import { askForNewPassword, askToSignIn } from '../../app/sign-in-prompt.js';

/** What the home page does when it opens: tidies up, sends the signed-in on to where a guard stopped them, takes reset links. */
export function useArrival(): void {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const signedIn = useSession((session) => session.user !== null);
  const back = returnStateOf(state);
  const from = back?.from;
  const resetToken = params.get('reset');

  useEffect(clearCompleted, []);

  useEffect(() => {
    if (!from) return;
    if (signedIn) void navigate(from, { replace: true });
    else void askToSignIn('unauthenticated');
  }, [from, signedIn, navigate]);

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
}
