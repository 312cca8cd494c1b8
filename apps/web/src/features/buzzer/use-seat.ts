import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ErrorCode } from '@earworm/contracts';
import type { OwnSeat } from '@earworm/rules';
import { messageOf } from '../../platform/i18n/t.js';
import {
  keepPlayerMark,
  keepPreferredName,
  playerMark,
  preferredName,
  isRejoining,
  seatProof,
  seatTakenIn,
} from '../../platform/storage/game-marks.js';
import { notify } from '../../platform/notifications/notify.js';
import { type LiveGame, useGameEvents } from '../../shared/live/use-game.js';
import { evolveSeat, outcomeOf, type Seat, seatAfter, shownSeat } from './seat-state.js';

export interface Seating {
  readonly seat: Seat;
  join(name: string): void;
  /** Takes the seat if it belongs to this browser or account; otherwise the moderator is asked. */
  request(name: string): void;
  withdraw(): void;
  joinUnderNewName(): void;
  keepName(): void;
  leave(): void;
}

/** Takes a seat once, with the name that this browser remembers for the game. */
export function useSeat(gameId: string, { state, client, send }: LiveGame, userId: string, wanted: boolean): Seating {
  // The home page has taken it already, or knows why not.
  const [taken] = useState(() => seatTakenIn(gameId));
  const [seating, dispatch] = useReducer(evolveSeat, null, () => seatAfter(taken, userId));
  const { busy, seatRequest } = seating;
  const wasOffline = useRef(false);
  const tried = useRef(taken !== null);
  const rejoins = isRejoining(useLocation().state);

  const { view, seat, pending } = state;
  const delay = pending.find(({ command }) => command.type === 'joinGame')?.delay ?? null;
  const active = seat?.isActive === true;
  const open = view !== null && view.status !== 'completed';

  const request = view?.seatRequests.find(({ playerId }) => playerId === userId);
  const waitsFor = request?.name ?? seatRequest?.name;

  const take = async (type: 'joinGame' | 'requestSeat', name: string) => {
    // The mark kept below must not be tried automatically.
    tried.current = true;
    const held = playerMark(gameId);
    const mark = keepPlayerMark(gameId, { name, gameCode: view?.gameCode });
    keepPreferredName(name);
    dispatch({ type: 'taking', name });
    const answer = await send({ type, name, ...seatProof(mark) });
    const refusal = answer.ok ? null : answer;
    dispatch(outcomeOf({ type, name, refusal, held }, userId, answer.ok ? answer.version : 0));
  };
  const join = (name: string) => void take('joinGame', name);
  const ask = (name: string) => {
    wasOffline.current = false;
    void take('requestSeat', name);
  };
  const withdraw = () => {
    dispatch({ type: 'requestWithdrawn' });
    void send({ type: 'withdrawSeatRequest' });
  };

  const takeReserved = async ({ name, unreviewed }: OwnSeat) => {
    // The name of an unreviewed seat is a stand-in: joining with it later would rename the player.
    if (!unreviewed) keepPlayerMark(gameId, { name, gameCode: view?.gameCode });
    dispatch({ type: 'taking', name });
    const answer = await send({ type: 'rejoinGame' });
    const refusal = answer.ok ? null : answer;
    dispatch(outcomeOf({ type: 'joinGame', name, refusal, held: null }, userId, answer.ok ? answer.version : 0));
  };

  const { connection, version } = state;
  useEffect(() => {
    if (connection !== 'online') wasOffline.current = true;
  }, [connection]);
  const ended = (code: ErrorCode) => dispatch({ type: 'requestEnded', name: waitsFor, code });
  useGameEvents(client, (events) => {
    for (const event of events) {
      if (event.type === 'seatGiven' && event['from'] === userId && event['to'] !== userId)
        dispatch({ type: 'seatLost', name: seat?.name ?? playerMark(gameId)?.name ?? '' });
      if (event.type === 'seatGiven' && event['to'] === userId) dispatch({ type: 'requestFulfilled' });
      if (event['playerId'] !== userId) continue;
      if (event.type === 'seatRefused') ended('seat-refused');
      // A request that lapsed while this phone was offline is repeated.
      if (event.type === 'seatRequestEnded' && event['lapsed'] === true && !wasOffline.current)
        ended('seat-not-answered');
    }
  });
  useEffect(() => {
    if (seatRequest === null || request !== undefined || busy || !open) return;
    if (version < seatRequest.since) return;
    if (active) queueMicrotask(() => dispatch({ type: 'requestFulfilled' }));
    else if (connection === 'online') queueMicrotask(() => ask(seatRequest.name));
  });

  useEffect(() => {
    const mark = playerMark(gameId);
    if (!wanted || !open || tried.current) return;
    if (request) {
      // The page was reloaded while waiting.
      tried.current = true;
      return;
    }
    if (seat?.reserved && seat.removed === null) {
      // An operator has chosen this player for the game.
      tried.current = true;
      queueMicrotask(() => void takeReserved(seat));
      return;
    }
    if (!mark) {
      // Joining again would undo a name that the moderator has set.
      tried.current = active;
      return;
    }
    // Once per page: a player who leaves has left.
    tried.current = true;
    const isSeatedSo = active && mark.name === seat.name;
    if (!isSeatedSo) queueMicrotask(() => (rejoins ? ask : join)(mark.name));
  });

  const gameCode = view?.gameCode;
  useEffect(() => {
    // While a name waits for a review, the seat has a stand-in.
    if (active && seat && !seat.unreviewed) keepPlayerMark(gameId, { name: seat.name, playerId: seat.id, gameCode });
  }, [gameId, gameCode, active, seat]);

  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  const leave = useCallback(() => {
    dispatch({ type: 'leaving' });
    void send({ type: 'leaveGame' }).then(({ ok }) => {
      dispatch({ type: ok ? 'leftGame' : 'leaveFailed' });
      // A player who was offline may have gone home already.
      if (!ok && isMounted.current) void notify(messageOf('leave-failed'));
    });
  }, [send]);

  const keepName = () => {
    dispatch({ type: 'nameKept' });
    if (seat === null || seat.unreviewed) return;
    keepPlayerMark(gameId, { name: seat.name, playerId: seat.id });
    keepPreferredName(seat.name);
  };

  const joinUnderNewName = () => dispatch({ type: 'newNameWanted' });

  const rememberedName = playerMark(gameId)?.name ?? preferredName();
  const shown = shownSeat(seating, { view, seat, delay, waitsFor, rememberedName });
  return { seat: shown, join, request: ask, withdraw, joinUnderNewName, keepName, leave };
}
