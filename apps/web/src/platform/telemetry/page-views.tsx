import { useEffect } from 'react';
import { reportOpenedTo } from './opened.js';
import { startTelemetry, viewed } from './telemetry.js';

let started = false;

/** Comes after the first paint: from then on sessions, page views and errors are reported to the server. */
export function PageViews() {
  useEffect(() => {
    if (started) return;
    started = true;
    startTelemetry();
    reportOpenedTo(viewed);
  }, []);
  return null;
}
