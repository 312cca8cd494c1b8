import { ClientFrame, ServerFrame } from '@earworm/contracts';
import type { SocketLike } from '../socket.js';

/** The server's end of a socket, played by a spec: stores the client's frames and sends what it is given. */
export class ScriptedSocket implements SocketLike {
  static all: ScriptedSocket[] = [];
  static get last(): ScriptedSocket {
    const last = ScriptedSocket.all.at(-1);
    if (last === undefined) throw new Error('the client has not connected');
    return last;
  }

  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  closed = false;
  readonly received: ClientFrame[] = [];

  constructor(readonly url: string) {
    ScriptedSocket.all.push(this);
  }

  /** Validates every frame of the client as a gateway would. */
  send(text: string): void {
    this.received.push(ClientFrame.parse(JSON.parse(text)));
  }
  close(): void {
    this.closed = true;
  }

  accept(): void {
    this.onopen?.({});
  }
  say(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(ServerFrame.parse(frame)) });
  }
  sayText(text: string): void {
    this.onmessage?.({ data: text });
  }
  cut(): void {
    this.onclose?.({ code: 1006 });
  }
  of<T extends ClientFrame['type']>(type: T): Extract<ClientFrame, { type: T }>[] {
    return this.received.filter((frame): frame is Extract<ClientFrame, { type: T }> => frame.type === type);
  }
}
