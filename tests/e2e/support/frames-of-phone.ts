import type { WebSocketRoute } from 'playwright-core';
import type { Person } from './person.js';

interface Frame {
  readonly type: string;
  readonly text: string;
}
/** What is kept back: this frame of a phone or of the server, and everything that follows in the same direction. */
export type Step = { readonly sent: string } | { readonly received: string };

/** The sockets of a phone, to see what it sends and to keep frames back. Call it before the first page is opened. */
export async function framesOf({ context, page }: Person) {
  const sent: Frame[] = [];
  const byes: string[] = [];
  const open = new Set<WebSocketRoute>();
  let sockets = 0;
  let kept: { readonly step: Step; readonly reached: () => void } | null = null;
  const passes = (direction: 'sent' | 'received', { type }: Frame, isStopped: boolean): boolean => {
    if (isStopped) return false;
    if (kept === null || !(direction in kept.step) || Object.values(kept.step)[0] !== type) return true;
    kept.reached();
    return false;
  };
  await context.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    const stopped = { sent: false, received: false };
    sockets++;
    open.add(socket);
    const relay = (direction: 'sent' | 'received', to: WebSocketRoute) => (message: string | Buffer) => {
      const text = message.toString();
      const frame = { type: (JSON.parse(text) as Frame).type, text };
      if (direction === 'sent') sent.push(frame);
      else if (frame.type === 'bye') byes.push(text);
      stopped[direction] = !passes(direction, frame, stopped[direction]);
      if (!stopped[direction]) to.send(message);
    };
    socket.onMessage(relay('sent', server));
    server.onMessage(relay('received', socket));
  });
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`);
  });
  return {
    /** By type, in their order. */
    sent: () => sent.map(({ type }) => type),
    textOf: (type: string) => sent.filter((frame) => frame.type === type).map(({ text }) => text),
    sockets: () => sockets,
    /** With which the server has closed sockets. */
    byes: () => byes,
    /** To the API, since the page was opened. */
    requests,
    /** Resolves when such a frame has been kept back. From `release` on new sockets are whole. */
    keepBack(step: Step): Promise<void> {
      return new Promise((reached) => (kept = { step, reached }));
    },
    release: () => void (kept = null),
    async cut() {
      await Promise.all([...open].map((socket) => socket.close({ code: 1013 })));
      open.clear();
    },
  };
}
