import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP line to a server on this machine that can be cut and mended. */
export class TcpLine {
  readonly #sockets = new Set<Socket>();
  /** Towards the server. */
  readonly #far = new Set<Socket>();
  readonly #server: Server;
  #isCut = false;

  private constructor(target: number) {
    this.#server = createServer((near) => {
      if (this.#isCut) return void near.destroy();
      const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
      near.setNoDelay(true);
      const end = () => {
        for (const socket of [near, far]) {
          socket.destroy();
          this.#sockets.delete(socket);
        }
        this.#far.delete(far);
      };
      this.#far.add(far);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', end);
        socket.on('close', end);
      }
      near.pipe(far);
      far.pipe(near);
    });
  }

  static async to(port: number): Promise<TcpLine> {
    const line = new TcpLine(port);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Closes all connections and refuses new ones until it is mended. */
  cut(): void {
    this.#isCut = true;
    for (const socket of [...this.#sockets]) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  /** Open connections deliver no more from the server, or in both directions. */
  stall(ways: 'back' | 'both' = 'back'): void {
    for (const socket of ways === 'both' ? this.#sockets : this.#far) socket.pause();
  }

  /** Delivers everything that was stalled. */
  flow(): void {
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
