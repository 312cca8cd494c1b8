import type { Logger } from 'pino';
import { type Channel, type Frame, Kind, Outbox } from './channel.js';
import { BusError, type Bus, type BusMessage, type Subscription } from './port.js';

/** Requests that the peer has not answered; beyond this the oldest cannot be answered any more. */
const MAX_UNANSWERED = 4096;

type Transport = Pick<Bus, 'publish' | 'subscribe' | 'request' | 'flush' | 'drain'>;

/** Lets another process use a connection to the bus until the channel closes. */
export function serveChannel(channel: Channel, transport: Transport, log: Logger): void {
  const outbox = new Outbox(channel);
  const subscriptions = new Map<number, Subscription>();
  const unanswered = new Map<number, NonNullable<BusMessage['respond']>>();
  let requests = 0;
  let isBehind = false;

  const send = (frame: Frame): void => {
    const isLost = !outbox.add(frame);
    if (isLost && !isBehind) log.warn('a process does not read its messages in time: they are lost');
    isBehind = isLost;
  };

  const deliver = (subscription: number, message: BusMessage): void => {
    const { subject, data, traceParent, respond } = message;
    let request: number | undefined;
    if (respond) {
      request = ++requests;
      unanswered.set(request, (reply) => respond.call(message, reply));
      if (unanswered.size > MAX_UNANSWERED) unanswered.delete(unanswered.keys().next().value as number);
    }
    send([Kind.deliver, subscription, subject, data, traceParent, request]);
  };

  const take = (frame: Frame): void => {
    switch (frame[0]) {
      case Kind.publish:
        return void transport.publish(frame[1], frame[2], frame[3]);
      case Kind.subscribe: {
        const [, id, subject, queue] = frame;
        const options = queue === undefined ? {} : { queue };
        return void subscriptions.set(
          id,
          transport.subscribe(subject, (message) => deliver(id, message), options),
        );
      }
      case Kind.unsubscribe:
        subscriptions.get(frame[1])?.unsubscribe();
        return void subscriptions.delete(frame[1]);
      case Kind.request: {
        const [, id, subject, data, timeoutMs, traceParent] = frame;
        return void transport.request(subject, data, timeoutMs, traceParent).then(
          (reply) => send([Kind.reply, id, reply]),
          (error: unknown) => send([Kind.failure, id, error instanceof BusError ? error.reason : 'disconnected']),
        );
      }
      case Kind.reply:
        unanswered.get(frame[1])?.(frame[2]);
        return void unanswered.delete(frame[1]);
      case Kind.flush:
        return void transport.flush().then(() => send([Kind.flushed, frame[1]]));
    }
  };

  channel.onFrames((frames) => {
    for (const frame of frames) take(frame);
  });
  channel.onClose(() => {
    for (const subscription of subscriptions.values()) subscription.unsubscribe();
    subscriptions.clear();
    unanswered.clear();
    void transport.drain(0);
  });
}
