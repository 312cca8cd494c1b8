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
  const posted: Posted[] = [];
  const answer = mailbox.post(given, (each) => posted.push(each));
  if (typeof answer === 'string') throw new Error(answer);
  expect(posted).toHaveLength(1);
  return posted[0] as Posted;
};

const refuse = () => {
  throw new Error('it was taken');
};

describe('a mailbox', () => {
  it('takes one unanswered command per user and kind', async () => {
    const mailbox = new Mailbox();
    const first = taken(mailbox, envelope('ann', 'one'));
    expect(mailbox.post(envelope('ann', 'two'), refuse)).toBe('kind');
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

  it('gives a command that is posted again its own answer, and takes it once', () => {
    const mailbox = new Mailbox();
    const { answer } = taken(mailbox, envelope('ann', 'one'));
    expect(mailbox.post(envelope('ann', 'one'), refuse)).toBe(answer);
    expect(mailbox.size).toBe(1);
  });

  it('rejects commands at its bound and accepts them again after an answer', () => {
    const mailbox = new Mailbox();
    const posted = Array.from({ length: MAILBOX_MAX }, (_, n) => taken(mailbox, envelope(`p-${n}`, 'id')));
    expect(mailbox.post(envelope('one-too-many', 'id'), refuse)).toBe('mailbox');
    posted[7]?.settle({ kind: 'retry' });
    taken(mailbox, envelope('one-too-many', 'id'));
  });

  it('sorts waiting commands by the time they were received, then by arrival', () => {
    const mailbox = new Mailbox();
    taken(mailbox, envelope('ann', 'id', 30));
    taken(mailbox, envelope('bob', 'id', 10));
    taken(mailbox, envelope('cem', 'id', 30));
    expect(mailbox.byTimeReceived().map((each) => each.issuer.userId)).toEqual(['bob', 'ann', 'cem']);
  });
});
