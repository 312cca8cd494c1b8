import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { adminsOnly, fromOf } from '../../platform/session/return-path.js';
import { useSession } from '../../platform/session/session.js';
import { PageSpinner } from './page.js';

/** Guests are allowed. Others go home with the way back in the navigation state. */
export function RequireSession({ children = <Outlet /> }: { children?: ReactNode }) {
  const location = useLocation();
  const user = useSession((session) => session.user);
  const loading = useSession((session) => session.loading);
  const signedOut = useSession((session) => session.signedOut);
  if (loading) return <PageSpinner />;
  if (!user) return <Navigate to="/" replace state={signedOut ? null : fromOf(location)} />;
  return children;
}

export function RequireAdmin() {
  const location = useLocation();
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  return isAdmin ? <Outlet /> : <Navigate to="/" replace state={adminsOnly(location)} />;
}
