import type { Wire } from './port.js';

/** What an adapter gives to `makeBus`: a wire whose end comes in two steps, so that calls in progress can still answer. */
export interface WireAdapter extends Omit<Wire, 'drain'> {
  /** Takes no new message; resolves when everything already received was handed to its handler. */
  stop(): Promise<void>;
  /** Resolves when what was published has left; afterwards every use fails as `disconnected`. */
  close(): Promise<void>;
}
