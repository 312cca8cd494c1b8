import { randomUUID } from 'node:crypto';
import {
  onShard,
  placeInRoom,
  presenceSubject,
  ROOM_STATUSES,
  ROOM_STATUSES_WANTED,
  type RoomId,
  RoomStatusesMessage,
  shardOf,
  type ShowId,
} from '@earworm/contracts';
import { type RoomStatus, roomActor } from '@earworm/rules';
import { parseJson, publishJson } from '@earworm/service-kit/bus';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { ask, create, send } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

describeWith('postgres', 'the status of a room that the game service publishes', () => {
  const { bus } = oneGameService();

  it('follows players and help within moments, and comes again when it is asked for', async () => {
    const room = { roomId: randomUUID() as RoomId, showId: randomUUID() as ShowId };
    const by = roomActor(room.roomId);
    const { gameId } = await create(bus, room.roomId, by);
    await ask(bus, onShard(placeInRoom, shardOf(gameId)), { gameId, ...room, name: 'Main hall' });
    const statuses: RoomStatus[] = [];
    const listening = bus.subscribe(
      ROOM_STATUSES,
      ({ data }) =>
        void statuses.push(...parseJson(RoomStatusesMessage, data).statuses.filter((each) => each.gameId === gameId)),
    );
    publishJson(bus, presenceSubject(gameId), { gateway: 'one', stages: 0, users: [by, 'ann'] });
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    await send(bus, gameId, by, { type: 'callForHelp', category: 'sound', text: 'No sound' });
    await eventually(() =>
      expect(statuses.at(-1)).toMatchObject({
        ...{ ...room, state: 'setup', seated: 1, connected: 1, crew: 1, question: 0, questions: 2 },
        help: { category: 'sound', text: 'No sound' },
      }),
    );
    statuses.length = 0;
    const asked = performance.now();
    bus.publish(ROOM_STATUSES_WANTED, new Uint8Array());
    await eventually(() => expect(statuses).not.toHaveLength(0));
    expect(performance.now() - asked).toBeLessThan(4_000);
    listening.unsubscribe();
  });
});
