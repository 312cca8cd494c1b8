import type { BusError } from './port.js';

/** Of one side; small numbers are cheap to serialize. */
export const Kind = {
  publish: 0,
  subscribe: 1,
  unsubscribe: 2,
  request: 3,
  reply: 4,
  failure: 5,
  deliver: 6,
  flush: 7,
  flushed: 8,
} as const;

type TraceParent = string | undefined;

export type Frame =
  | readonly [kind: typeof Kind.publish, subject: string, data: Uint8Array, traceParent: TraceParent]
  | readonly [kind: typeof Kind.subscribe, subscription: number, subject: string, queue: string | undefined]
  | readonly [kind: typeof Kind.unsubscribe, subscription: number]
  | readonly [
      kind: typeof Kind.request,
      request: number,
      subject: string,
      data: Uint8Array,
      timeoutMs: number,
      traceParent: TraceParent,
    ]
  /** Of a request by either side. */
  | readonly [kind: typeof Kind.reply, request: number, data: Uint8Array]
  | readonly [kind: typeof Kind.failure, request: number, reason: BusError['reason']]
  | readonly [
      kind: typeof Kind.deliver,
      subscription: number,
      subject: string,
      data: Uint8Array,
      traceParent: TraceParent,
      /** Undefined: no reply is expected. */
      request: number | undefined,
    ]
  | readonly [kind: typeof Kind.flush, id: number]
  | readonly [kind: typeof Kind.flushed, id: number];

/** Carries frames between two processes, in order, until one of them ends. */
export interface Channel {
  /** Calls back when the frames have left this process. */
  send(frames: readonly Frame[], onSent: () => void): void;
  onFrames(listener: (frames: readonly Frame[]) => void): void;
  onClose(listener: () => void): void;
}

/** A peer that reads nothing must not fill this process's memory. */
const MAX_UNSENT_BYTES = 64 * 1024 * 1024;
const FRAME_BYTES = 64;

const bytesOf = (frame: Frame): number => {
  let bytes = FRAME_BYTES;
  for (const field of frame) if (field instanceof Uint8Array) bytes += field.byteLength;
  return bytes;
};

/** One send per event-loop turn, as for NATS: see docs/benchmarks/experiments.md, 37. */
export class Outbox {
  #frames: Frame[] = [];
  #bytes = 0;
  #unsentBytes = 0;

  constructor(
    private readonly channel: Channel,
    private readonly maxBytes = MAX_UNSENT_BYTES,
  ) {}

  /** False when the peer is so far behind that the frame is lost. */
  add(frame: Frame): boolean {
    const bytes = bytesOf(frame);
    if (this.#unsentBytes + this.#bytes + bytes > this.maxBytes) return false;
    this.#bytes += bytes;
    if (this.#frames.push(frame) === 1) setImmediate(() => this.flush());
    return true;
  }

  flush(): void {
    if (this.#frames.length === 0) return;
    const [frames, bytes] = [this.#frames, this.#bytes];
    this.#frames = [];
    this.#bytes = 0;
    this.#unsentBytes += bytes;
    this.channel.send(frames, () => (this.#unsentBytes -= bytes));
  }
}

/** What `process` in a child and a forked worker have in common. */
interface Peer {
  send?(message: object, onSent: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

const framesOf = (message: unknown): readonly Frame[] | undefined =>
  typeof message === 'object' && message !== null && 'bus' in message ? (message.bus as Frame[]) : undefined;

/** Over Node's channel to a child process, which must have been opened with the serialization `advanced`. */
export const ipcChannel = (peer: Peer): Channel => ({
  send: (frames, onSent) => void peer.send?.({ bus: frames }, onSent),
  onFrames: (listener) =>
    peer.on('message', (message) => {
      const frames = framesOf(message);
      if (frames) listener(frames);
    }),
  onClose: (listener) => peer.on('disconnect', listener),
});
