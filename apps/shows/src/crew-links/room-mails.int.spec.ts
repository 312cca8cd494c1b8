import * as calls from '@earworm/contracts';
import type { RequestOf, ShowId } from '@earworm/contracts';
import { UserId } from '@earworm/rules';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { actor, OLGA, outcomeOf, row, type RunningEvents, runEvents } from '../testing/running-events.js';

const [CEM, DORA] = ['cem@example.org', 'dora@example.org'];
const VERA = actor('vera');

describeWith('postgres', 'mails to the crews of rooms', () => {
  let events: RunningEvents;
  let asked: RequestOf<typeof calls.mailCrews>[];
  let refusal: calls.ErrorCode | null;
  let failing: string[];
  let meanwhile: () => Promise<void>;
  beforeAll(async () => {
    events = await runEvents();
    events.bus.serve(calls.mailCrews, async (request) => {
      await meanwhile();
      if (refusal !== null) throw new calls.RefusedError(refusal);
      asked.push(request);
      return { failed: failing };
    });
  });
  beforeEach(async () => {
    await events.clear();
    [asked, failing, refusal, meanwhile] = [[], [], null, () => Promise.resolve()];
  });
  afterAll(() => events?.close());

  async function readyShow(rows: ReturnType<typeof row>[], also: Parameters<RunningEvents['newShow']>[0] = {}) {
    const showId = await events.newShow(also);
    await events.save(showId, rows);
    await events.prepare(showId);
    await events.prepared(showId);
    return showId;
  }
  async function mail(showId: ShowId, also: { again?: boolean; actor?: typeof OLGA } = {}) {
    const roomIds = (await events.rooms(showId)).map(({ roomId }) => roomId);
    return events.bus.call(calls.mailRoomLinks, { actor: OLGA, showId, roomIds, ...also });
  }
  const stateOf = async ({ linkId, secret }: { linkId: string; secret: string }) =>
    (await events.bus.call(calls.lookAtCrewLink, { linkId, secret })).state;
  const linksTo = (to: string) =>
    asked.flatMap(({ mails }) => mails.filter((each) => each.to === to).flatMap(({ rooms }) => rooms));

  it('bring each person one mail with a link of their own to each of their rooms', async () => {
    const rows = [
      row(1, { crewEmails: [CEM, DORA], language: 'de' }),
      row(2, { crewEmails: [CEM], language: 'de' }),
      row(3),
    ];
    const showId = await readyShow(rows, { language: 'en' });
    expect(await mail(showId)).toEqual({ sent: 2, failed: [] });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ showName: 'Quiz night', timeZone: 'Europe/Berlin' });
    expect(asked[0]?.mails).toMatchObject([
      { to: CEM, language: 'de', rooms: [{ number: 1, name: 'Room 1' }, { number: 2 }] },
      { to: DORA, language: 'de', rooms: [{ number: 1 }] },
    ]);
    const links = [...linksTo(CEM), ...linksTo(DORA)];
    expect(new Set(links.map(({ linkId }) => linkId)).size).toBe(3);
    const { linkId, secret } = links[0]!;
    const use = { linkId, secret, userId: UserId.parse('cem'), name: 'Cem' };
    expect(await outcomeOf(events.bus.call(calls.useCrewLink, use))).toBe('ok');
    const mailed = (await events.rooms(showId)).map(({ mailedAt }) => mailedAt !== null);
    expect(mailed).toEqual([true, true, false]);
  });

  it('go once to each room, also after a second tap, until the addresses change', async () => {
    const showId = await readyShow([row(1, { crewEmails: [CEM] })]);
    expect([(await mail(showId)).sent, (await mail(showId)).sent]).toEqual([1, 0]);
    await events.save(showId, [row(1, { crewEmails: [CEM, DORA] })]);
    expect((await mail(showId)).sent).toBe(2);
  });

  it('go once when a second operator asks meanwhile, and again once a mail server that was down is back', async () => {
    const showId = await readyShow([row(1, { crewEmails: [CEM] })]);
    await events.staffed(showId, VERA, 'operator');
    let second: number | undefined;
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      second = (await mail(showId, { actor: VERA, again: true })).sent;
    };
    expect([(await mail(showId)).sent, second, asked.length]).toEqual([1, 0, 1]);
    refusal = 'unavailable';
    expect(await outcomeOf(mail(showId, { again: true }))).toBe('unavailable');
    refusal = null;
    expect((await mail(showId, { again: true })).sent).toBe(1);
  });

  it('go again on request, with the unused links before revoked, and no more often than the limit', async () => {
    const showId = await readyShow([row(1, { crewEmails: [CEM] })]);
    await mail(showId);
    await mail(showId, { again: true });
    const [before, now] = linksTo(CEM);
    expect([await stateOf(before!), await stateOf(now!)]).toEqual(['revoked', 'open']);
    for (let sent = 2; sent < calls.SHOW_LIMITS.mailsPerRoom; sent += 1)
      expect((await mail(showId, { again: true })).sent).toBe(1);
    expect((await mail(showId, { again: true })).sent).toBe(0);
    expect(await stateOf(linksTo(CEM).at(-1)!)).toBe('open');
  });

  it.each(['mail-not-set-up', 'mail-failed', 'unavailable'] as const)(
    'leave neither a link nor a mark when they are refused: %s',
    async (code) => {
      const showId = await readyShow([row(1, { crewEmails: [CEM] })]);
      refusal = code;
      expect(await outcomeOf(mail(showId))).toBe(code);
      expect(await events.source.query('select 1 from crew_link where revoked_at is null')).toEqual([]);
      refusal = null;
      expect((await mail(showId)).sent).toBe(1);
    },
  );

  it('leave earlier links as they are when mails that go again are refused', async () => {
    const showId = await readyShow([row(1, { crewEmails: [CEM] }), row(2, { crewEmails: [DORA] })]);
    await mail(showId);
    const [ofCem, ofDora] = [linksTo(CEM)[0]!, linksTo(DORA)[0]!];
    refusal = 'mail-failed';
    expect(await outcomeOf(mail(showId, { again: true }))).toBe('mail-failed');
    expect(await Promise.all([ofCem, ofDora].map(stateOf))).toEqual(['open', 'open']);
    [refusal, failing] = [null, [CEM]];
    await mail(showId, { again: true });
    expect(await Promise.all([ofCem, ofDora].map(stateOf))).toEqual(['open', 'revoked']);
  });

  it('name refused addresses, revoke their links, and reach the room when it is mailed the next time', async () => {
    const showId = await readyShow([row(1, { crewEmails: [CEM] }), row(2, { crewEmails: [CEM, DORA] })]);
    failing = [CEM];
    expect(await mail(showId)).toEqual({ sent: 1, failed: [CEM] });
    expect(await Promise.all([...linksTo(CEM), ...linksTo(DORA)].map(stateOf))).toEqual(['revoked', 'revoked', 'open']);
    failing = [];
    expect((await mail(showId)).sent).toBe(1);
  });

  it('need an operator of the event', async () => {
    const showId = await readyShow([row(1, { crewEmails: [CEM] })]);
    expect(await outcomeOf(mail(showId, { actor: VERA }))).toBe('event-not-found');
    await events.staffed(showId, VERA, 'viewer');
    expect(await outcomeOf(mail(showId, { actor: VERA }))).toBe('event-not-operator');
    expect(asked).toEqual([]);
  });

  it('end with the unused links of their rooms; used ones and those of other rooms stay', async () => {
    const showId = await readyShow([row(1, { crewEmails: [CEM, DORA] }), row(2, { crewEmails: [CEM] })]);
    await mail(showId);
    const [first, second] = linksTo(CEM);
    const { linkId, secret } = first!;
    await events.bus.call(calls.useCrewLink, { linkId, secret, userId: UserId.parse('cem'), name: 'Cem' });
    const [one] = await events.rooms(showId);
    const revoke = (who = OLGA) =>
      events.bus.call(calls.revokeRoomLinks, { actor: who, showId, roomIds: [one!.roomId] });
    await events.staffed(showId, VERA, 'viewer');
    expect(await outcomeOf(revoke(VERA))).toBe('event-not-operator');
    expect([await revoke(), await revoke()]).toEqual([{ revoked: 1 }, { revoked: 0 }]);
    expect(await Promise.all([first!, second!, ...linksTo(DORA)].map(stateOf))).toEqual(['used', 'open', 'revoked']);
  });
});
