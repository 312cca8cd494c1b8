/** A method signature, so that both the browser's handlers and those of `ws` fit. */
type Handler<E> = { handle(event: E): void }['handle'];

export interface SocketLike {
  onopen: Handler<object> | null;
  onmessage: Handler<{ readonly data: unknown }> | null;
  onclose: Handler<{ readonly code: number }> | null;
  onerror: Handler<object> | null;
  send(text: string): void;
  close(code?: number): void;
}
/** A socket of a player who has arrived in the game, for `createGameClient`. */
export interface EnteredSocket {
  readonly socket: SocketLike;
  readonly token: string;
  /** What has come so far, the snapshot first. */
  readonly texts: readonly unknown[];
  readonly isClosed: boolean;
}
export type SocketClass = new (url: string) => SocketLike;

/** Closes a socket and ignores what it still receives. */
export function abandon(socket: SocketLike): void {
  socket.onopen = socket.onmessage = socket.onclose = null;
  socket.onerror = () => undefined;
  socket.close();
}
