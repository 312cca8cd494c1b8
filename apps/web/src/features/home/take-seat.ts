import type { Arrival, Entered, WantedGame } from '@earworm/client';
import { addMessages, type ErrorCode, ERRORS, type JoinInfo, RefusedError } from '@earworm/contracts';
import { busyDuring } from '../../platform/busy-control.js';
import { isOver, useSession } from '../../platform/session/session.js';
import { askInsteadOfGuest } from '../../platform/session/sign-in-prompt.js';
import {
  keepPlayerMark,
  noteJoinRequest,
  type PlayerMark,
  playerMark,
  seatProof,
  type TakenSeat,
} from '../../platform/storage/game-marks.js';
import { joinLink } from '../../shared/invite/join-link.js';

// What is loaded first is built without most messages.
addMessages(ERRORS);

// In the chunk of the tap, so that the form does not wait for it.
export { createArrival } from '@earworm/client';

/** Refusals of a guest sign-in. */
const OF_GUESTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['guest-wait', 'guest-failed', 'limit-sign-in']);

export interface WantedSeat extends Pick<TakenSeat, 'type' | 'name'> {
  readonly game: WantedGame;
}

/**
 * Takes a seat, as a guest if nobody is signed in, and keeps the connection for the game's page. Gives the game's id; null if
 * the user did not want to sign in where no guest could be made. Throws the refusal of a user who could not be admitted; why
 * an admitted one has no seat is noted for the game's page.
 */
export async function takeSeat(arrival: Arrival, { game, type, name }: WantedSeat): Promise<string | null> {
  const held = new Map<string, PlayerMark | null>();
  const seatIn = ({ gameId, gameCode }: JoinInfo) => {
    if (!held.has(gameId)) held.set(gameId, playerMark(gameId));
    return { type, name, ...seatProof(keepPlayerMark(gameId, { name, gameCode })) };
  };
  const enter = async (isRenewed = false): Promise<Entered | null> => {
    const token = await tokenNow(isRenewed);
    const keepGuest = useSession.getState().expectGuest();
    try {
      const entered = await busyUntilInLine(arrival, arrival.enter(game, seatIn, token));
      if (entered.tokens !== null) keepGuest(entered.tokens);
      return entered;
    } catch (error) {
      if (token !== null && !isRenewed && isOver(error)) return enter(true);
      if (token !== null || !(error instanceof RefusedError) || !OF_GUESTS.has(error.code)) throw error;
      const wanted = joinLink('', game.code, game.signature);
      return (await askInsteadOfGuest('sign-in-to-join', wanted, error)) ? enter() : null;
    }
  };
  const entered = await enter();
  if (entered === null) return null;
  const { gameId, userId, refusal, socket } = entered;
  // Another user may have signed in meanwhile: the game's page takes the seat for that one.
  const isTheirs = useSession.getState().user?.id === userId;
  noteJoinRequest(gameId, isTheirs ? { type, name, refusal, held: held.get(gameId) ?? null } : null);
  if (isTheirs) await handOver(entered);
  else socket.socket.close();
  return gameId;
}

/** The form shows the place in line. */
function busyUntilInLine<T>(arrival: Arrival, work: Promise<T>): Promise<T> {
  const done = work.then(
    () => undefined,
    () => undefined,
  );
  const inLine = new Promise<void>((resolve) => {
    const stop = arrival.subscribe(() => {
      if (arrival.state.delay !== null) resolve();
    });
    void done.then(stop);
  });
  void busyDuring(Promise.race([done, inLine]));
  return work;
}

/** Without the chunk the game's page fails too, or opens a socket of its own. */
async function handOver({ gameId, userId, socket }: Entered): Promise<void> {
  try {
    const { clients } = await import('../../shared/live/clients.js');
    clients.adopt(gameId, userId, socket);
  } catch {
    socket.socket.close();
  }
}

/** Null: nobody is signed in, or no longer. */
async function tokenNow(isRenewed: boolean): Promise<string | null> {
  const { user, getToken } = useSession.getState();
  if (user === null) return null;
  try {
    return await getToken(isRenewed ? Infinity : undefined);
  } catch (error) {
    if (isOver(error)) return null;
    throw error;
  }
}
