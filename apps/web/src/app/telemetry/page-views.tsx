import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { startTelemetry, viewed } from './telemetry.js';

let started = false;

/** Comes after the first paint: from then on visits, pages and errors are told to the server. */
export function PageViews() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (started) return;
    started = true;
    startTelemetry();
  }, []);
  useEffect(() => viewed(pathname), [pathname]);
  return null;
}
