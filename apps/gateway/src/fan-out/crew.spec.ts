import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkStageKey, type CrewMember, type GameId, RefusedError, type UserId } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const KEY_OF_OWNER = 'o'.repeat(32);
const KEY_OF_CO_HOST = 'c'.repeat(32);
/** As the game service answers. */
const fittingKeys = new Set<string>();
let isOwnerLost = false;

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway();
  gateway.bus.serve(checkStageKey, ({ stageKey }) => {
    if (isOwnerLost) throw new RefusedError('unavailable');
    return { fits: fittingKeys.has(stageKey) };
  });
});
afterAll(() => gateway.close());

const member = (id: string, rights: CrewMember['rights'], more: Partial<CrewMember> = {}): CrewMember => ({
  ...{ id: id as UserId, name: id, rights, since: 0, by: null },
  ...more,
});
const owner = member('mo', ['judge', 'people', 'settings']);
const coHost = member('cem', ['judge']);
const helper = member('ann', ['people']);

async function playedGame(name: string) {
  const game = new ScriptedOwner(gateway.bus, name as GameId, 'mo');
  game.crew = [owner, coHost, helper];
  const enter = async (who: string, as: 'moderator' | 'player' | 'stage', stageKey?: string) => {
    const socket = await RawSocket.open(gateway.wsUrl);
    const link = stageKey === undefined ? {} : { stageKey };
    socket.hello({ gameId: game.gameId, as, token: await gateway.token(who), ...link });
    await socket.until(() => socket.of('snapshot').length > 0 || socket.of('bye').length > 0);
    return socket;
  };
  return { game, enter };
}

describe('a game with a crew', () => {
  it('gives a desk to members who judge, and none to those who handle people alone', async () => {
    const { enter } = await playedGame('crew-desks');
    expect((await enter('cem', 'moderator')).of('snapshot')).toHaveLength(1);
    expect((await enter('ann', 'moderator')).of('bye')).toMatchObject([{ code: 'forbidden' }]);
    expect((await enter('stranger', 'moderator')).of('bye')).toMatchObject([{ code: 'forbidden' }]);
  });

  it('gives a desk to a new member of whom this gateway has not heard yet', async () => {
    const { game, enter } = await playedGame('crew-news');
    await enter('mo', 'moderator');
    game.crewChanges([owner, member('dora', ['judge'])], { lost: true });
    expect((await enter('dora', 'moderator')).of('snapshot')).toHaveLength(1);
    expect((await enter('dora', 'stage')).of('snapshot')).toHaveLength(1);
    expect((await enter('cem', 'moderator')).of('bye')).toMatchObject([{ code: 'forbidden' }]);
  });

  it('passes on what a member who plays does, and nothing of the sort by other players', async () => {
    const { game, enter } = await playedGame('crew-players');
    const [ann, bob] = [await enter('ann', 'player'), await enter('bob', 'player')];
    const lock = { type: 'lockJoining', locked: true } as const;
    ann.send({ type: 'command', id: 'lock-000001', command: lock });
    bob.send({ type: 'command', id: 'lock-000002', command: lock });
    await ann.until(() => ann.of('answer').length > 0);
    await bob.until(() => bob.of('answer').length > 0);
    expect(bob.of('answer')).toMatchObject([{ ok: false, code: 'forbidden' }]);
    expect(game.sentCommands.map(({ actor }) => actor.userId)).toEqual(['ann']);
  });

  it('closes the desk of a member who was removed, and leaves the other sockets open', async () => {
    const { game, enter } = await playedGame('crew-removed');
    const [mo, cem, ann] = [
      await enter('mo', 'moderator'),
      await enter('cem', 'moderator'),
      await enter('ann', 'player'),
    ];
    game.crewChanges([owner, helper]);
    await cem.until(() => cem.of('bye').length > 0);
    expect(cem.of('bye')).toMatchObject([{ code: 'forbidden', retryInMs: null }]);
    game.happens();
    await ann.until(() => ann.of('events').length > 1);
    expect([...mo.of('bye'), ...ann.of('bye')]).toEqual([]);
  });

  it('closes that desk also when the bus lost the event, or the owner could not be read at first', async () => {
    const { game, enter } = await playedGame('crew-unheard');
    const cem = await enter('cem', 'moderator');
    game.snapshotWaits = Promise.reject(new RefusedError('unavailable'));
    game.snapshotWaits.catch(() => undefined);
    const before = game.requests.snapshot;
    game.crewChanges([owner, helper], { lost: true });
    game.happens();
    await eventually(() => expect(game.requests.snapshot).toBeGreaterThan(before));
    game.snapshotWaits = null;
    await cem.until(() => cem.of('bye').length > 0);
    expect(cem.of('bye')).toMatchObject([{ code: 'forbidden' }]);
  });

  it('closes the stages that a removed member opened or gave a link to, and leaves those of others open', async () => {
    const { game, enter } = await playedGame('crew-stages');
    fittingKeys.add(KEY_OF_OWNER).add(KEY_OF_CO_HOST);
    const own = await enter('cem', 'stage');
    const withOwnLink = await enter('guest-1', 'stage', KEY_OF_CO_HOST);
    const projector = await enter('guest-2', 'stage', KEY_OF_OWNER);
    const ownersOwn = await enter('mo', 'stage');
    fittingKeys.delete(KEY_OF_CO_HOST);
    game.crewChanges([owner, helper]);
    for (const lost of [own, withOwnLink]) {
      await lost.until(() => lost.of('bye').length > 0);
      expect(lost.of('bye')).toMatchObject([{ code: 'forbidden', retryInMs: null }]);
    }
    game.happens();
    for (const kept of [projector, ownersOwn]) await kept.until(() => kept.of('events').length > 1);
    expect([...projector.of('bye'), ...ownersOwn.of('bye')]).toEqual([]);
  });

  it('asks a stage to come back when its link could not be checked', async () => {
    const { game, enter } = await playedGame('crew-stages-unchecked');
    fittingKeys.add(KEY_OF_OWNER);
    const projector = await enter('guest-3', 'stage', KEY_OF_OWNER);
    isOwnerLost = true;
    game.crewChanges([owner, helper]);
    await projector.until(() => projector.of('bye').length > 0);
    expect(projector.of('bye')).toMatchObject([{ code: 'busy', retryInMs: expect.any(Number) }]);
    isOwnerLost = false;
    expect((await enter('guest-3', 'stage', KEY_OF_OWNER)).of('snapshot')).toHaveLength(1);
  });

  it('counts any connected member who may judge as the moderator, and shows desks which members are connected', async () => {
    const { game, enter } = await playedGame('crew-presence');
    const ann = await enter('ann', 'player');
    const cem = await enter('cem', 'moderator');
    await cem.until(() => cem.of('presence').at(-1)?.crew?.length === 2);
    expect(cem.of('presence').at(-1)).toMatchObject({ moderator: true, online: 1, users: ['ann'] });
    expect(ann.of('presence').at(-1)).not.toHaveProperty('crew');
    game.crewChanges([owner, { ...coHost, suspended: { by: owner.id, at: 1 } }, helper]);
    await ann.until(() => ann.of('presence').at(-1)?.moderator === false);
    expect(cem.of('bye')).toEqual([]);
  });
});
