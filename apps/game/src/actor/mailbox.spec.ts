import { UserId } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import { Mailbox, MAILBOX_MAX, type Letter, type Posted } from './mailbox.js';

const letter = (userId: string, commandId: string, pressedAt = 0): Letter => ({
  giver: { userId: UserId.parse(userId), isAdmin: false },
  commandId,
  command: { type: 'leaveGame' },
  pressedAt,
  deadline: Infinity,
});

const taken = (mailbox: Mailbox, given: Letter): Posted => {
  const posted = mailbox.post(given);
  if (typeof posted === 'string') throw new Error(posted);
  return posted;
};

describe('A mailbox', () => {
  it('takes one unanswered command per user and kind', async () => {
    const mailbox = new Mailbox();
    const first = taken(mailbox, letter('ann', 'one'));
    expect(mailbox.post(letter('ann', 'two'))).toBe('kind');
    first.settle({ kind: 'accepted', version: 1 });
    expect(await first.answer).toEqual({ kind: 'accepted', version: 1 });
    taken(mailbox, letter('ann', 'two'));
  });

  it('answers each command once', async () => {
    const mailbox = new Mailbox();
    const first = taken(mailbox, letter('ann', 'one'));
    first.settle({ kind: 'retry' });
    first.settle({ kind: 'accepted', version: 1 });
    expect(await first.answer).toEqual({ kind: 'retry' });
  });

  it('is full at its bound and has room again after an answer', () => {
    const mailbox = new Mailbox();
    const posted = Array.from({ length: MAILBOX_MAX }, (_, n) => taken(mailbox, letter(`p-${n}`, 'id')));
    expect(mailbox.post(letter('one-too-many', 'id'))).toBe('mailbox');
    posted[7]?.settle({ kind: 'retry' });
    taken(mailbox, letter('one-too-many', 'id'));
  });

  it('sorts what waited by the time it counts from, and equal times by arrival', () => {
    const mailbox = new Mailbox();
    mailbox.post(letter('ann', 'id', 30));
    mailbox.post(letter('bob', 'id', 10));
    mailbox.post(letter('cem', 'id', 30));
    expect(mailbox.byPressTime().map((each) => each.giver.userId)).toEqual(['bob', 'ann', 'cem']);
  });
});
