import type { LeanSocket, SharedBySockets } from './lean-socket.js';

/** The network of some clients. */
export class Line implements Omit<SharedBySockets, 'texts'> {
  #sockets: LeanSocket[] = [];
  #isDead = false;

  readonly onCreated = (socket: LeanSocket): void => void this.#sockets.push(socket);

  readonly beforeConnecting = (): void => {
    if (this.#isDead) throw new Error('no network');
  };

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Like a laptop without power: neither end hears of it. */
  die(): void {
    this.#isDead = true;
    for (const socket of this.#sockets) socket.mute();
  }

  /** Like a laptop that is closed: the server hears of it at once. */
  cut(): void {
    this.#isDead = true;
    this.#hangUp();
  }

  /** Clients can connect again, and find what they had broken. */
  restore(): void {
    this.#isDead = false;
    this.#hangUp();
  }

  #hangUp(): void {
    for (const socket of this.#sockets) socket.cut();
    this.#sockets = [];
  }
}
