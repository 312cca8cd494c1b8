import { useCallback, useEffect, useRef, useState } from 'react';
import type { PendingDelay } from '@earworm/client';
import type { Refusal } from '@earworm/contracts';
import { messageOf } from '../../i18n/message.js';
import { keepPlayerMark, keepPreferredName, playerMark, preferredName } from '../../app/browser-marks.js';
import { notify, tellingCode } from '../../app/notify.js';
import type { LiveGame } from '../../live/use-game.js';

export type Seat =
  | { readonly kind: 'connecting' | 'seated' | 'left' }
  /** `delay`: many join from this address, and it is not this player's turn yet. */
  | { readonly kind: 'joining'; readonly delay: PendingDelay | null }
  | { readonly kind: 'ended' }
  /**
   * The player has to say a name (again). `seatedAs`: they have a seat under this name, and the server refused the one that
   * they asked for instead.
   */
  | {
      readonly kind: 'asks';
      readonly name: string;
      readonly refusal: Refusal | null;
      readonly seatedAs: string | null;
    };

export interface Seating {
  readonly seat: Seat;
  join(name: string): void;
  /** Plays on under the name that the seat has. */
  keepName(): void;
  /** Gives the seat up; false, and said, when the server could not be told. */
  leave(): Promise<boolean>;
}

/** Takes a seat with the name this browser knows for the game, once; after a refusal the player is asked. */
export function useSeat(gameId: string, { state, send }: LiveGame, wanted: boolean): Seating {
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const tried = useRef(false);

  const { view, seat, pending } = state;
  const delay = pending.find(({ command }) => command.type === 'joinGame')?.delay ?? null;
  const active = seat?.isActive === true;
  const open = view !== null && view.status !== 'completed';

  const join = (name: string) => {
    // The mark that is kept here must not be taken for one to try by itself.
    tried.current = true;
    const mark = keepPlayerMark(gameId, { name, gameCode: view?.gameCode });
    keepPreferredName(name);
    setTyped(name);
    setBusy(true);
    setLeft(false);
    setRefusal(null);
    void send({ type: 'joinGame', name, seatSecret: mark.seatSecret }).then((answer) => {
      setBusy(false);
      if (!answer.ok) setRefusal({ code: tellingCode(answer.code, 'join-failed'), params: answer.params });
    });
  };

  useEffect(() => {
    const mark = playerMark(gameId);
    if (!wanted || !open || tried.current) return;
    if (!mark) {
      // Seated without one: the mark that is kept then must not undo a name that the moderator chooses.
      tried.current = active;
      return;
    }
    // Once per page: whoever leaves later has left, also when this page found them in their seat.
    tried.current = true;
    const isSeatedSo = active && mark.name === seat.name;
    if (!isSeatedSo) queueMicrotask(() => join(mark.name));
  });

  useEffect(() => {
    if (active && seat) keepPlayerMark(gameId, { name: seat.name, playerId: seat.id });
  }, [gameId, active, seat]);

  const leave = useCallback(async () => {
    setLeft(true);
    const { ok } = await send({ type: 'leaveGame' });
    if (ok) return true;
    setLeft(false);
    void notify(messageOf('leave-failed'));
    return false;
  }, [send]);

  const keepName = () => {
    setTyped(null);
    setRefusal(null);
    if (seat === null) return;
    keepPlayerMark(gameId, { name: seat.name, playerId: seat.id });
    keepPreferredName(seat.name);
  };

  return { seat: whichSeat(), join, keepName, leave };

  function whichSeat(): Seat {
    if (!view) return { kind: 'connecting' };
    if (left) return { kind: 'left' };
    if (seat && !open) return { kind: 'seated' };
    if (!open) return { kind: 'ended' };
    const seatedAs = active ? seat.name : null;
    // A name that was asked for and is refused, or waits for its turn, must not end in play under another one unnoticed.
    if (seatedAs !== null && refusal === null && (!busy || seatedAs === typed)) return { kind: 'seated' };
    if (busy) return { kind: 'joining', delay };
    return { kind: 'asks', name: typed ?? playerMark(gameId)?.name ?? preferredName(), refusal, seatedAs };
  }
}
