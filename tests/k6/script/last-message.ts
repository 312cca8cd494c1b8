import type { MessageEvent } from 'k6/websockets';

let received: MessageEvent | undefined;
let epochAt: number | undefined;

const BURST_MS = 3;
let burst: (() => void)[] = [];

/**
 * Reads a message once the others of its burst have come in, in their order: interpreting the first frame of a room would take
 * the core from the sockets that still wait for theirs.
 */
export function afterBurst(read: () => void): void {
  burst.push(read);
  if (burst.length > 1) return;
  setTimeout(() => {
    const all = burst;
    burst = [];
    for (const each of all) each();
  }, BURST_MS);
}

/** To be called with each message before it is read. */
export function setMessage(message: MessageEvent | undefined): void {
  received = message;
}

/**
 * When the message that is being read came in from the network, in the time of `performance.now()`. A VU reads its
 * messages one by one in an interpreter: those of a whole game wait for each other for milliseconds, which are k6's own.
 */
export function receivedAt(): number {
  epochAt ??= epochInTimeOfTheRun();
  return received === undefined ? performance.now() : received.timestamp + epochAt;
}

/** Read at the moment at which the clock, which counts whole milliseconds, goes on. */
function epochInTimeOfTheRun(): number {
  const before = Date.now();
  let now = before;
  while (now === before) now = Date.now();
  return performance.now() - now;
}
