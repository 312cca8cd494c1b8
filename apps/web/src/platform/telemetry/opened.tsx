import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Pages opened before telemetry's own piece of script is there; more of them are not counted. */
const MOST = 20;

let early: string[] = [];
let report: ((path: string) => void) | null = null;

function opened(path: string): void {
  if (report !== null) report(path);
  else if (early.length < MOST) early.push(path);
}

/** Hands on the paths of the pages that were opened so far, and of all that follow. */
export function reportOpenedTo(next: (path: string) => void): void {
  report = next;
  for (const path of early) next(path);
  early = [];
}

/** Counts a page when it is drawn: an address that redirects, or that the visitor may not open, is no page view. */
export function Opened({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useEffect(() => opened(pathname), [pathname]);
  return children;
}
