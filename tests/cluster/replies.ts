import { connect } from 'nats';
import { HeadsMessage } from '@earworm/contracts';

interface Asked {
  readonly subject: string;
  readonly at: number;
}

/** Listens to everything that owners of shards are asked and say. Times are monotonic ms. */
export async function overhear(natsUrl: string) {
  const connection = await connect({ servers: natsUrl, name: 'eavesdropper' });
  const asked = new Map<string, Asked>();
  const replies: { readonly to: Asked; readonly at: number }[] = [];
  const epochs: { readonly shard: number; readonly epoch: number; readonly at: number }[] = [];
  connection.subscribe('game.heads.*', {
    callback: (_, { data }) => {
      const { shard, epoch } = HeadsMessage.parse(JSON.parse(new TextDecoder().decode(data)));
      epochs.push({ shard, epoch, at: performance.now() });
    },
  });
  connection.subscribe('game.>', {
    callback: (_, { subject, reply }) => {
      if (reply) asked.set(reply, { subject, at: performance.now() });
    },
  });
  connection.subscribe('_INBOX.>', {
    callback: (_, { subject, data }) => {
      const to = asked.get(subject);
      // An empty message is the server's own word that nobody listens.
      if (to && data.length > 0) replies.push({ to, at: performance.now() });
    },
  });
  await connection.flush();
  return {
    /** Replies from a time on to what had been asked before another. */
    repliesFrom: (from: number, askedBefore: number) =>
      replies.filter(({ to, at }) => at >= from && to.at < askedBefore).map(({ to }) => to.subject),
    /** Questions that were answered more than once. */
    answeredTwice: () => {
      const seen = new Set<Asked>();
      return replies.flatMap(({ to }) => (seen.has(to) ? [to.subject] : (seen.add(to), [])));
    },
    /** Shards whose owner was heard after one with a higher epoch. */
    wentBack: () => {
      const highest = new Map<number, number>();
      return epochs.filter(({ shard, epoch }) => {
        const known = highest.get(shard) ?? 0;
        highest.set(shard, Math.max(known, epoch));
        return epoch < known;
      });
    },
    heard: () => replies.length,
    close: () => connection.close(),
  };
}
