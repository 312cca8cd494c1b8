import { randomInt } from 'node:crypto';
import type { BuzzTiming, Command } from '@earworm/contracts';
import { MeasuredLink } from './measured-link.js';
import { Venues } from './venues.js';

const NONCES = 2 ** 31;
/** Of a pong: a nonce in digits. */
const DIGITS_MAX = 10;

/** A socket, as far as it is measured. */
export interface Measured {
  link: MeasuredLink | null;
  readonly caller: () => { readonly address: string | null };
}

/** Measures the sockets that ask for it. Others cost nothing. */
export class Measurements {
  readonly #venues = new Venues();

  /** A nonce for a pong, and for the ping of the WebSocket that is sent with it. */
  ask(socket: Measured, now: number): number {
    socket.link ??= this.#join(socket);
    // Who could guess it would echo before the pong came.
    const nonce = randomInt(NONCES);
    socket.link.sent(nonce, now);
    return nonce;
  }

  /** False: nothing waits for it. */
  echoed({ link }: Measured, { nonce, at }: { readonly nonce: number; readonly at: number }, now: number): boolean {
    return link?.echoed(nonce, at, now) === true;
  }

  /** False: nothing waits for it. */
  ponged({ link }: Measured, data: Buffer, now: number): boolean {
    return link !== null && data.length <= DIGITS_MAX && link.ponged(Number(data.toString('latin1')), now);
  }

  /** The command as owners know it, with what was measured of a buzz. */
  timed(socket: Measured, command: Command, now: number): { readonly command: Command; readonly timing?: BuzzTiming } {
    if (command.type !== 'buzz' || command.touchedMs === undefined) return { command };
    const { touchedMs, ...known } = command;
    const { link } = socket;
    const timing = link?.timingOf(touchedMs, now, this.#venues.medianMs(socket.caller().address, now));
    return { command: known, ...(timing && { timing }) };
  }

  leave({ link }: Measured): void {
    if (link !== null) this.#venues.leave(link);
  }

  #join({ caller }: Measured): MeasuredLink {
    const link = new MeasuredLink(caller().address);
    this.#venues.join(link);
    return link;
  }
}
