import * as calls from '@earworm/contracts';
import { erasePersonInShows, FORMER_PERSON } from '@earworm/contracts';
import { UserId } from '@earworm/rules';
import { describeWith, dumpTables, linesWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { actor, OLGA, outcomeOf, row, type RunningEvents, runEvents } from '../testing/running-events.js';

const ZELMA = actor('zelma-id', { name: 'Zelma Quorndon' });
const EMAIL = 'zelma@x.example';
const PSEUDONYM = UserId.parse('former-person');

describeWith('postgres', 'erasing a person in events', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(() => events.clear());
  afterAll(() => events?.close());

  const erase = () => events.bus.call(erasePersonInShows, { userId: ZELMA.userId, pseudonym: PSEUDONYM, email: EMAIL });

  it('takes the person from the staff, the rooms and the cards of others’ events, which go on', async () => {
    const showId = await events.newShow();
    await events.staffed(showId, ZELMA, 'operator');
    await events.save(showId, [row(1, { crewEmails: ['otto@x.example', EMAIL.toUpperCase()] })], ZELMA);
    await events.bus.call(calls.inviteStaff, { actor: ZELMA, showId, role: 'viewer' });
    await events.bus.call(calls.prepareRooms, { actor: ZELMA, showId });
    await events.prepared(showId);
    await events.source.query(
      `insert into attention (attention_id, show_id, room_id, kind, since, claimed_by, claimed_name, snoozed_name, snooze_reason)
        select gen_random_uuid(), $1, room_id, 'kind', now(), $2, $3, $3, 'Zelma Quorndon is ill' from room where show_id = $1`,
      [showId, ZELMA.userId, ZELMA.name],
    );
    await events.source.query(`insert into start_hold values ($1, '', true, $2)`, [showId, ZELMA.userId]);
    for (let times = 0; times < 2; times++) await erase();
    expect(linesWith(await dumpTables(events.databaseUrl), ZELMA.userId, 'Quorndon', EMAIL)).toEqual([]);
    expect((await events.read(showId)).staff.map(({ userId }) => userId)).toEqual([OLGA.userId]);
    expect(await events.source.query('select crew_emails, prepared_by from room')).toEqual([
      { crew_emails: ['otto@x.example'], prepared_by: PSEUDONYM },
    ]);
    const cards = await events.source.query('select claimed_by, claimed_name, snoozed_name from attention');
    expect(cards).toEqual([{ claimed_by: PSEUDONYM, claimed_name: FORMER_PERSON, snoozed_name: FORMER_PERSON }]);
  });

  it('deletes the person’s own events, which are erased with their games a day later', async () => {
    const showId = await events.newShow({}, ZELMA);
    for (let times = 0; times < 2; times++) await erase();
    expect(await outcomeOf(events.read(showId, ZELMA))).toBe('event-not-found');
    const age = `update show set deleted_at = deleted_at - interval '25 hours' where show_id = $1 and owner_id = $2`;
    await events.source.query(age, [showId, PSEUDONYM]);
    expect(await events.sweep()).toBe(1);
  });
});
