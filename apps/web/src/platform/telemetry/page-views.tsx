import { useEffect } from 'react';
import { reportOpenedTo } from './opened.js';
import { startTelemetry, viewed } from './telemetry.js';

let started = false;

/** Starts telemetry after the first paint. */
export function PageViews() {
  useEffect(() => {
    if (started) return;
    started = true;
    startTelemetry();
    reportOpenedTo(viewed);
  }, []);
  return null;
}
