import { useState, useSyncExternalStore } from 'react';
import type { GameClient } from '@earworm/client';
import { IconWifi, IconWifi1, IconWifi2 } from '@tabler/icons-react';
import { textsOf, useTranslator } from '../../platform/i18n/texts.js';
import styles from './buzzer-page.module.css';

/** Here and not among the texts of the buzzer, which every player loads first. */
const t = textsOf('connectionSign', {
  good: 'Good connection',
  slow: 'Slow connection · your buzz still counts',
  unsteady: 'Unsteady connection · try another place',
});

type Quality = 'good' | 'slow' | 'unsteady';
const SIGNS = { good: IconWifi, slow: IconWifi2, unsteady: IconWifi1 } as const satisfies Record<Quality, unknown>;

/** Fewer may all have met the same moment. */
const ENOUGH = 3;
/** Above it, what is given to a slow connection is used up soon. */
const SLOW_MS = 150;
/** By how much the usual round trip is above the best. */
const UNSTEADY_MS = 60;

/** Null while too little is known. */
export function qualityOf(roundTripsMs: readonly number[]): Quality | null {
  if (roundTripsMs.length < ENOUGH) return null;
  const sorted = roundTripsMs.toSorted((a, b) => a - b);
  const [best = 0, usual = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  if (usual - best > UNSTEADY_MS) return 'unsteady';
  return best > SLOW_MS ? 'slow' : 'good';
}

/** Another quality is shown once two measurements in a row say so. */
function useSteady(quality: Quality | null, measured: readonly number[]): Quality | null {
  const [state, setState] = useState({ shown: quality, wanted: quality, measured });
  if (measured !== state.measured) {
    const isSure = state.shown === null || quality === state.wanted;
    setState({ shown: isSure ? quality : state.shown, wanted: quality, measured });
  }
  return state.shown;
}

/** What the connection of this phone is like, where the order of buzzes is corrected by it. */
export function ConnectionSign({ client }: { readonly client: GameClient }) {
  useTranslator();
  const quality = useSyncExternalStore(
    (listener) => client.subscribe(listener),
    () => qualityOf(client.state.roundTripsMs),
  );
  const shown = useSteady(quality, client.state.roundTripsMs);
  // Its line is there before it is known: nothing moves under a thumb.
  if (shown === null) return <p className={styles.connection} />;
  const Sign = SIGNS[shown];
  return (
    <p className={styles.connection} data-quality={shown}>
      <Sign size={16} aria-hidden /> {t(shown)}
    </p>
  );
}
