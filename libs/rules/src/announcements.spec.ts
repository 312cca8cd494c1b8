import { describe, expect, it } from '@jest/globals';
import { Announce } from './commands.js';
import { given } from './testing/given-when-then.js';
import {
  announces,
  as,
  crewJoins,
  completes,
  creates,
  endsAnnouncement,
  isPlaced,
  joins,
  readsAnnouncement,
  ROOM,
  starts,
} from './testing/steps.js';
import { VIEW_KINDS } from './views.js';
import { viewOf } from './views/view-of.js';

const begun = [creates(), joins('ann'), starts()];
const MINUTE = 60_000;

describe('An announcement', () => {
  it('shows its text until its end to those whom it is for, and to every desk with its audience', () => {
    const game = given(...begun, announces('Bar closes at ten', ['players'], 5));
    const { version } = game.game();
    const shown = { version, at: game.now, text: 'Bar closes at ten', until: game.now + 5 * MINUTE };
    const seen = VIEW_KINDS.map((kind) => viewOf(game.game(), kind).announcements);
    expect(seen).toEqual([[shown], undefined, [{ ...shown, audience: ['players'], readBy: [] }]]);
  });

  it('takes the place of an earlier one for the same audience', () => {
    const first = [...begun, announces('Bar closes at ten', ['players', 'stage'])];
    const game = given(...first, announces('Prizes in the hall', ['players']));
    const [player, stage, full] = VIEW_KINDS.map((kind) => viewOf(game.game(), kind).announcements);
    expect(player).toMatchObject([{ text: 'Prizes in the hall' }]);
    expect(stage).toMatchObject([{ text: 'Bar closes at ten' }]);
    expect(full).toMatchObject([{ audience: ['stage'] }, { audience: ['players'] }]);
    expect(given(...first, announces('All out')).game().announcements).toHaveLength(1);
  });

  it('needs a text, from which invisible characters are removed', () => {
    expect(given(...begun).when(announces('  \u0000 ')).refusal).toBe('announcement-required');
    expect(given(...begun, announces('  Bar\u0000closes ')).game().announcements).toMatchObject([
      { text: 'Bar closes' },
    ]);
  });

  it('keeps markup as text, and takes at most 200 characters', () => {
    const announce = (text: string) => ({ type: 'announce', text, audience: ['players'], minutes: 5 });
    expect(Announce.safeParse(announce('x'.repeat(200))).success).toBe(true);
    for (const length of [201, 5_000]) expect(Announce.safeParse(announce('x'.repeat(length))).success).toBe(false);
    const text = '<b>Bar</b> & <script>alert(1)</script>';
    expect(given(...begun, announces(text)).game().announcements).toMatchObject([{ text }]);
  });

  it('ends before its time, and no other with it', () => {
    const both = [...begun, announces('Bar closes at ten', ['players']), announces('Extend by ten', ['crew'])];
    const [first, second] = given(...both).game().announcements!;
    const ended = [...both, endsAnnouncement(first!.version)];
    expect(given(...ended).game().announcements).toEqual([second]);
    expect(given(...ended).when(endsAnnouncement(first!.version)).events).toEqual([]);
    expect(
      given(...ended)
        .when(endsAnnouncement(second!.version))
        .game(),
    ).not.toHaveProperty('announcements');
  });

  it('names the members of the crew who have read it, once each, and the one who announced it', () => {
    const told = [...begun, crewJoins('cora', ['judge']), announces('Extend by ten', ['crew'])];
    const { version, readBy } = given(...told).game().announcements![0]!;
    expect(readBy).toEqual(['mo']);
    const read = [...told, readsAnnouncement('cora', version)];
    expect(given(...read).game().announcements).toMatchObject([{ readBy: ['mo', 'cora'] }]);
    expect(given(...read).when(readsAnnouncement('cora', version)).events).toEqual([]);
    expect(given(...told).when(readsAnnouncement('cora', version - 1)).events).toEqual([]);
    expect(given(...told).when(readsAnnouncement('ann', version)).refusal).toBe('not-moderator');
  });

  it('counts as read only by a crew that it is for', () => {
    const game = given(...begun, crewJoins('cora', ['judge']), announces('Bar closes at ten', ['players']));
    expect(game.when(readsAnnouncement('cora', game.game().version)).events).toEqual([]);
  });

  it('needs a game that is not over, and a member who may judge', () => {
    expect(given(...begun, completes()).when(announces('Prizes')).refusal).toBe('game-ended');
    const guest = given(...begun, crewJoins('cora', ['people']));
    expect(guest.when(as('cora', announces('Prizes'))).refusal).toBe('right-missing');
  });

  it('comes from an operator of the event, too', () => {
    const inRoom = given(...begun, isPlaced());
    const staff = { staffOf: ROOM.showId };
    expect(inRoom.when({ ...as('olga', announces('Prizes')), ...staff }).events).toMatchObject([{ type: 'announced' }]);
  });
});
