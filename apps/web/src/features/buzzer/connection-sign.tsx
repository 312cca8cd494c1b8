import { useState, useSyncExternalStore } from 'react';
import type { GameClient } from '@earworm/client';
import { type ConnectionQuality, connectionQuality } from '@earworm/contracts';
import { textsOf, useTranslator } from '../../platform/i18n/texts.js';
import { ConnectionIcon } from '../../shared/live/connection-icon.js';
import styles from './buzzer-page.module.css';

/** Here and not among the texts of the buzzer, which every player loads first. */
const t = textsOf('connectionSign', {
  good: 'Good connection',
  slow: 'Slow connection · your buzz still counts',
  unsteady: 'Unsteady connection · try another place',
});

/** Another quality is shown once two measurements in a row say so. */
function useSteady(quality: ConnectionQuality | null, measured: readonly number[]): ConnectionQuality | null {
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
    () => connectionQuality(client.state.roundTripsMs),
  );
  const shown = useSteady(quality, client.state.roundTripsMs);
  // Its line is there before it is known: nothing moves under a thumb.
  if (shown === null) return <p className={styles.connection} />;
  return (
    <p className={styles.connection} data-quality={shown}>
      <ConnectionIcon quality={shown} /> {t(shown)}
    </p>
  );
}
