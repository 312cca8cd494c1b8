import { runProgram, type Times } from './programs.js';

export interface Arrivals extends Times {
  readonly perSecond: number;
  /** How many were refused, by code. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Guests who sign in at a product, from another process. Throws when one was refused. */
export async function guestsArrive(url: string, options: Readonly<Record<string, number>>): Promise<Arrivals> {
  const numbers = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const arrivals = await runProgram<Arrivals>('guest-arrivals', ['--url', url, ...numbers]);
  if (Object.keys(arrivals.refused).length > 0) throw new Error(`guests were refused: ${JSON.stringify(arrivals)}`);
  return arrivals;
}
