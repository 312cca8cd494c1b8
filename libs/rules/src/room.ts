import { z } from 'zod';
import { charactersOf } from './characters.js';
import { ROOM_NAME_MAX_LENGTH } from './constants.js';
import { command, event, rejected, type Emits, type ViewEvolution } from './definition.js';
import { GameCode, type UserId } from './ids.js';
import { membersOf } from './rights.js';
import type { Game, GameRoom } from './state.js';
import { cleanLine } from './names.js';
import type { GameView } from './views.js';

export const roomFields = () => ({
  showId: z.uuid(),
  roomId: z.uuid(),
  name: z.string(),
  /** By which players join whatever game is played in the room. */
  code: z.string().optional(),
});

/** The owner of a room's games, whom no person is. */
export const roomActor = (roomId: string): UserId => `room-${roomId}` as UserId;

/** Whether this member is the room itself. */
export const isRoomItself = ({ room }: Pick<Game, 'room'>, userId: UserId): boolean =>
  room !== undefined && userId === roomActor(room.roomId);

/** Whether no person has come to the crew of a room's game yet. */
export const isUnclaimed = (game: Game): boolean => membersOf(game).every(({ id }) => isRoomItself(game, id));

const withRoom = <G extends Game | GameView>(
  game: G,
  { showId, roomId, name, code = game.room?.code }: GameRoom,
): G => ({
  ...game,
  room: { showId, roomId, name, ...(code !== undefined && { code }) },
});

/** By which players join: the code of its room, or of the game itself. */
export const joinCodeOf = ({ room, gameCode }: Pick<Game, 'room' | 'gameCode'>): string => room?.code ?? gameCode;

/** The game is in this room of an event, or the room has another name. */
export const placedInRoom = event('placedInRoom', { fields: roomFields, evolve: withRoom<Game> });
export const placedInRoomView: ViewEvolution<typeof placedInRoom> = {
  by: 'server',
  evolveView: (view, placed) => {
    const placedView = withRoom(view, placed);
    return { ...placedView, gameCode: joinCodeOf(placedView) };
  },
};

/** A game stays in its room. */
export const placeInRoom = command('placeInRoom', {
  issuer: 'server',
  fields: () => ({ ...roomFields(), code: GameCode.optional() }),
  decide: ({ game: { room }, at }, { showId, roomId, name: typed, code }): Emits<typeof placedInRoom> => {
    const name = [...charactersOf(cleanLine(typed))].slice(0, ROOM_NAME_MAX_LENGTH).join('').trim();
    if (name === '') return rejected('name-required');
    if (room !== undefined && (room.roomId !== roomId || room.showId !== showId)) return rejected('not-allowed');
    if (room?.name === name && (code === undefined || room.code === code)) return [];
    return [{ type: 'placedInRoom', at, showId, roomId, name, ...(code !== undefined && { code }) }];
  },
});
