import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { PendingDelay } from '@earworm/client';
import type { ErrorCode, Refusal } from '@earworm/contracts';
import { messageOf } from '../../platform/i18n/t.js';
import {
  keepPlayerMark,
  keepPreferredName,
  playerMark,
  preferredName,
  isRejoining,
} from '../../platform/storage/game-marks.js';
import { isStored } from '../../platform/storage/local.js';
import { notify, specificCode } from '../../platform/notifications/notify.js';
import { type LiveGame, useGameEvents } from '../../shared/live/use-game.js';

type Seat =
  | { readonly kind: 'connecting' | 'seated' | 'leaving' | 'left' }
  /** `delay`: the place in line while many join from this address. */
  | { readonly kind: 'joining'; readonly delay: PendingDelay | null }
  | { readonly kind: 'ended' }
  /** `waits`: for the moderator's answer. `lost`: the moderator gave the seat to another device. */
  | { readonly kind: 'waits' | 'lost'; readonly name: string }
  /** `seatedAs`: the player's current seat, when the server refused another name. */
  | {
      readonly kind: 'asks';
      readonly name: string;
      readonly refusal: Refusal | null;
      readonly seatedAs: string | null;
    };

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

const HELD: ReadonlySet<ErrorCode> = new Set(['name-taken', 'name-reserved']);

/** Takes a seat once, with the name that this browser remembers for the game. */
export function useSeat(gameId: string, { state, client, send }: LiveGame, userId: string, wanted: boolean): Seating {
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState<'leaving' | 'left' | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  /** The requested seat, and the game version in which that was known. */
  const [seatRequest, setSeatRequest] = useState<{ readonly name: string; readonly since: number } | null>(null);
  const wasOffline = useRef(false);
  const tried = useRef(false);
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
    setTyped(name);
    setBusy(true);
    setLeft(null);
    setLost(null);
    setRefusal(null);
    // A secret that a reload would lose: the device's cookie stands for it.
    const answer = await send({ type, name, ...(isStored() ? { seatSecret: mark.seatSecret } : {}) });
    setBusy(false);
    setSeatRequest(answer.ok && type === 'requestSeat' ? { name, since: answer.version } : null);
    if (answer.ok) return;
    // This device had that seat, which was given to another one meanwhile.
    if (type === 'joinGame' && held?.playerId === userId && held.name === name && HELD.has(answer.code)) setLost(name);
    else setRefusal({ code: specificCode(answer.code, 'join-failed'), params: answer.params });
  };
  const join = (name: string) => void take('joinGame', name);
  const ask = (name: string) => {
    wasOffline.current = false;
    void take('requestSeat', name);
  };
  const withdraw = () => {
    setSeatRequest(null);
    void send({ type: 'withdrawSeatRequest' });
  };

  const { connection, version } = state;
  useEffect(() => {
    if (connection !== 'online') wasOffline.current = true;
  }, [connection]);
  const ended = (code: ErrorCode) => {
    setTyped((name) => waitsFor ?? name);
    setSeatRequest(null);
    setRefusal({ code });
  };
  useGameEvents(client, (events) => {
    for (const event of events) {
      if (event.type === 'seatGiven' && event['from'] === userId && event['to'] !== userId)
        setLost(seat?.name ?? playerMark(gameId)?.name ?? '');
      if (event.type === 'seatGiven' && event['to'] === userId) setSeatRequest(null);
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
    if (active) queueMicrotask(() => setSeatRequest(null));
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

  useEffect(() => {
    if (active && seat) keepPlayerMark(gameId, { name: seat.name, playerId: seat.id });
  }, [gameId, active, seat]);

  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  const leave = useCallback(() => {
    setLeft('leaving');
    void send({ type: 'leaveGame' }).then(({ ok }) => {
      setLeft(ok ? 'left' : null);
      // A player who was offline may have gone home already.
      if (!ok && isMounted.current) void notify(messageOf('leave-failed'));
    });
  }, [send]);

  const keepName = () => {
    setTyped(null);
    setRefusal(null);
    if (seat === null) return;
    keepPlayerMark(gameId, { name: seat.name, playerId: seat.id });
    keepPreferredName(seat.name);
  };

  const joinUnderNewName = () => {
    setLost(null);
    setTyped('');
  };

  return { seat: whichSeat(), join, request: ask, withdraw, joinUnderNewName, keepName, leave };

  function whichSeat(): Seat {
    if (!view) return { kind: 'connecting' };
    if (left !== null) return { kind: left };
    if (seat && !open) return { kind: 'seated' };
    if (!open) return { kind: 'ended' };
    if (waitsFor !== undefined) return { kind: 'waits', name: waitsFor };
    const seatedAs = active ? seat.name : null;
    // A player whose new name is refused or pending must not play under the old one without noticing.
    if (seatedAs !== null && refusal === null && (!busy || seatedAs === typed)) return { kind: 'seated' };
    if (busy) return { kind: 'joining', delay };
    if (lost !== null) return { kind: 'lost', name: lost };
    // Joining was opened since.
    const isPast = refusal?.code === 'joining-locked' && !view.joiningLocked;
    const name = typed ?? playerMark(gameId)?.name ?? preferredName();
    return { kind: 'asks', name, refusal: isPast ? null : refusal, seatedAs };
  }
}
