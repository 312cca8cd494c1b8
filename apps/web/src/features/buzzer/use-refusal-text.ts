import type { ClientState } from '@earworm/client';
import { useTransient } from '../../shared/ui/use-transient.js';

/** Long enough to be read. */
const SHOWN_MS = 4_000;

/** Stays while the phone is offline, where it may be in a pocket. */
export const useRefusalText = (connection: ClientState['connection']) =>
  useTransient<string>(SHOWN_MS, connection !== 'online');
