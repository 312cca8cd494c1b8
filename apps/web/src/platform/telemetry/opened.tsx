import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Counted before the telemetry chunk has loaded. */
const MOST = 20;

let early: string[] = [];
let report: ((path: string) => void) | null = null;

function opened(path: string): void {
  if (report !== null) report(path);
  else if (early.length < MOST) early.push(path);
}

export function reportOpenedTo(next: (path: string) => void): void {
  report = next;
  for (const path of early) next(path);
  early = [];
}

/** Redirects and pages that the visitor may not open do not count. */
export function Opened({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useEffect(() => opened(pathname), [pathname]);
  return children;
}
