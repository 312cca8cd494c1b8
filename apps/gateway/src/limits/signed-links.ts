import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { linkKeys } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { PolledKeys } from './polled-keys.js';

/** A gateway learns of a rotated key within this time. */
const ASK_EVERY_MS = 60_000;
/** 64 bits: short enough for a QR code, and too many to guess. */
const SIGNATURE_BYTES = 8;

/** Signatures of game codes in links and QR codes: who has one did not guess the code. */
export class SignedLinks {
  readonly #keys;

  constructor(bus: Pick<Bus, 'call'>) {
    const ask = async () => (await bus.call(linkKeys, {}, { timeoutMs: 2_000 })).keys;
    this.#keys = new PolledKeys(ask, ASK_EVERY_MS);
  }

  start(): void {
    this.#keys.start();
  }

  stop(): void {
    this.#keys.stop();
  }

  /** Undefined until the keys are known. */
  sign(gameCode: string): string | undefined {
    const [key] = this.#keys.all;
    return key && signatureOf(key, gameCode).toString('base64url');
  }

  fits(gameCode: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    return (
      given.length === SIGNATURE_BYTES &&
      this.#keys.all.some((key) => timingSafeEqual(given, signatureOf(key, gameCode)))
    );
  }
}

const signatureOf = (key: KeyObject, gameCode: string): Buffer =>
  createHmac('sha256', key).update(gameCode).digest().subarray(0, SIGNATURE_BYTES);
