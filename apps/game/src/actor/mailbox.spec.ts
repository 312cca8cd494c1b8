import { UserId } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import { Mailbox, MAILBOX_MAX, type Envelope, type Posted } from './mailbox.js';

const envelope = (userId: string, commandId: string, receivedAt = 0): Envelope => ({
  issuer: { userId: UserId.parse(userId), isAdmin: false },
  commandId,
  command: { type: 'leaveGame' },
  receivedAt,
  deadline: Infinity,
});

const taken = (mailbox: Mailbox, given: Envelope): Posted => {
  const posted = mailbox.post(given);
  if (typeof posted === 'string') throw new Error(posted);
  return posted;
};

describe('a mailbox', () => {
  it('takes one unanswered command per user and kind', async () => {
    const mailbox = new Mailbox();
    const first = taken(mailbox, envelope('ann', 'one'));
    expect(mailbox.post(envelope('ann', 'two'))).toBe('kind');
    first.settle({ kind: 'accepted', version: 1 });
    expect(await first.answer).toEqual({ kind: 'accepted', version: 1 });
    taken(mailbox, envelope('ann', 'two'));
  });

  it('answers each command once', async () => {
    const mailbox = new Mailbox();
    const first = taken(mailbox, envelope('ann', 'one'));
    first.settle({ kind: 'retry' });
    first.settle({ kind: 'accepted', version: 1 });
    expect(await first.answer).toEqual({ kind: 'retry' });
  });

  it('is full at its bound and accepts commands again after an answer', () => {
    const mailbox = new Mailbox();
    const posted = Array.from({ length: MAILBOX_MAX }, (_, n) => taken(mailbox, envelope(`p-${n}`, 'id')));
    expect(mailbox.post(envelope('one-too-many', 'id'))).toBe('mailbox');
    posted[7]?.settle({ kind: 'retry' });
    taken(mailbox, envelope('one-too-many', 'id'));
  });

  it('sorts waiting commands by the time they were received, then by arrival', () => {
    const mailbox = new Mailbox();
    mailbox.post(envelope('ann', 'id', 30));
    mailbox.post(envelope('bob', 'id', 10));
    mailbox.post(envelope('cem', 'id', 30));
    expect(mailbox.byTimeReceived().map((each) => each.issuer.userId)).toEqual(['bob', 'ann', 'cem']);
  });
});
