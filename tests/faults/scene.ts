import type { Services } from '../harness/services.js';
import type { RecordedClients } from './recorded-clients.js';

/** One thing that goes wrong, and is right again when `play` resolves (or soon after, for what has to recover). */
export interface Trouble {
  readonly name: string;
  /** How often, against the others. */
  readonly weight: number;
  /** What two at once must not have in common. */
  readonly touches: 'game' | 'gateway' | 'others' | 'nats' | 'postgres' | 'sockets' | 'line';
  play(scene: Scene): Promise<void>;
}

export interface Counts {
  /** Processes ended by SIGKILL. */
  kills: number;
  /** Connections broken: sockets as one cut, all clients from the network, a gateway or all services from the bus. */
  cuts: number;
  freezes: number;
  handOvers: number;
}

export interface Scene {
  readonly services: Services;
  readonly clients: RecordedClients;
  readonly counts: Counts;
  /** Longest duration of a fault, ms. */
  readonly longestMs: number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly say: (what: string) => void;
  /** Wall clock, ms: an owner of games has just been killed. */
  readonly ownerKilled: (at: number) => void;
}

/** A whole number, at most the longest duration of a fault. */
export const between = ({ random, longestMs }: Scene, from: number, to: number) =>
  Math.round(Math.min(from, longestMs) + random() * (Math.min(to, longestMs) - Math.min(from, longestMs)));
export const anyOf = <T>({ random }: Scene, list: readonly T[]): T => {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
};
