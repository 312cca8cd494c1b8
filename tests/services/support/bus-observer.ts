import { connect } from '@nats-io/transport-node';
import { HeadsMessage } from '@earworm/contracts';
import { natsServers } from '@earworm/service-kit/bus';

interface Request {
  readonly subject: string;
  readonly at: number;
}

/** Observes all requests to the owners of shards and their replies. Times are monotonic ms. */
export async function observeOwners(natsUrl: string) {
  const connection = await connect({ ...natsServers(natsUrl), name: 'observer' });
  const requests = new Map<string, Request>();
  const replies: { readonly to: Request; readonly at: number }[] = [];
  const epochs: { readonly shard: number; readonly epoch: number; readonly at: number }[] = [];
  connection.subscribe('game.heads.*', {
    callback: (_, { data }) => {
      const { shard, epoch } = HeadsMessage.parse(JSON.parse(new TextDecoder().decode(data)));
      epochs.push({ shard, epoch, at: performance.now() });
    },
  });
  connection.subscribe('game.>', {
    callback: (_, { subject, reply }) => {
      if (reply) requests.set(reply, { subject, at: performance.now() });
    },
  });
  connection.subscribe('_INBOX.>', {
    callback: (_, { subject, data }) => {
      const to = requests.get(subject);
      // An empty message comes from NATS: the subject has no subscriber.
      if (to && data.length > 0) replies.push({ to, at: performance.now() });
    },
  });
  await connection.flush();
  return {
    /** Replies from a time on to requests that were made between two others. */
    repliesFrom: (from: number, requested: { readonly after: number; readonly before: number }) =>
      replies
        .filter(({ to, at }) => at >= from && to.at > requested.after && to.at < requested.before)
        .map(({ to }) => to.subject),
    /** Requests that were answered more than once. */
    answeredTwice: () => {
      const seen = new Set<Request>();
      return replies.flatMap(({ to }) => (seen.has(to) ? [to.subject] : (seen.add(to), [])));
    },
    /** Messages of an owner after one of a later epoch of the same shard. */
    epochsThatWentBack: () => {
      const highest = new Map<number, number>();
      return epochs.filter(({ shard, epoch }) => {
        const previous = highest.get(shard) ?? 0;
        highest.set(shard, Math.max(previous, epoch));
        return epoch < previous;
      });
    },
    replyCount: () => replies.length,
    close: () => connection.close(),
  };
}
