import { RefusedError } from '@earworm/contracts';
import type { Reply } from '../room/mailbox.js';

/** A room's answer as a call's reply; undefined is silence. Throws the refusal. */
export function replyOf(reply: Reply): { version: number } | undefined {
  switch (reply.kind) {
    case 'accepted':
      return { version: reply.version };
    case 'rejected':
      throw new RefusedError(reply.rejection.code, reply.rejection.params);
    case 'busy':
    case 'retry':
      throw new RefusedError(reply.kind);
    case 'failed':
      throw reply.error;
    case 'silent':
      return undefined;
    default:
      return reply satisfies never;
  }
}
