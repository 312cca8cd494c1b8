import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PendingDelay } from '@earworm/client';
import { RefusedError } from '@earworm/contracts';
import { messageOf } from '../../platform/i18n/t.js';
import {
  keepPlayerMark,
  keepPreferredName,
  noteJoinRequest,
  playerMark,
  preferredName,
  REJOINS,
} from '../../platform/storage/game-marks.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { signedInOrGuest } from '../../platform/session/sign-in-prompt.js';
import { joinLink } from '../../shared/invite/join-link.js';
import { usePlaceInLine } from '../../shared/live/place-in-line.js';
import { isWholeCode } from './game-code.js';
import { t } from './texts.js';
import { lookUpByHttp, useJoinInfo } from './use-join-info.js';
import { loadTap, useJoinSocket } from './use-join-socket.js';

/** What both ways to join share: the look-up of the game, the name, and the way into the game. */
export function useJoin(code: string, onFound?: () => void, signature?: string) {
  const [name, setName] = useOwnName();
  const [problems, setProblems] = useState<{ code?: string; name?: string }>({});
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { arrival, delay } = useJoinSocket();
  const lookup = useJoinInfo(arrival, { code, signature }, name.trim(), onFound);
  const isOver = lookup.info?.status === 'completed';
  const info = isOver ? null : lookup.info;
  const wantsBack = info?.rejoin === true;
  // A seat of this browser, or one whose player left, stays open to its player.
  const isClosed = info?.joiningLocked === true && !wantsBack && !playerMark(info.gameId)?.playerId;

  const game = { code, signature };
  /** Where no socket is. The game's page takes the seat. */
  const joinByHttp = async (): Promise<string | null> => {
    if (!(await signedInOrGuest('sign-in-to-join', joinLink('', code, signature)))) return null;
    const { gameId, gameCode, status } = await lookUpByHttp(game);
    if (status === 'completed') throw new RefusedError('game-ended');
    keepPlayerMark(gameId, { name: name.trim(), gameCode });
    noteJoinRequest(gameId);
    return gameId;
  };
  const join = async (): Promise<string | null> => {
    const type = wantsBack ? 'requestSeat' : 'joinGame';
    try {
      const { takeSeat } = await loadTap();
      return await takeSeat(arrival, { game, type, name: name.trim() });
    } catch (error) {
      if (arrival.state.isUsable) throw error;
    }
    return joinByHttp();
  };

  const submit = async () => {
    const found = {
      ...(isWholeCode(code) ? {} : { code: t('codeIncomplete') }),
      ...(name.trim() ? {} : { name: messageOf('name-required') }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      keepPreferredName(name.trim());
      const gameId = await join();
      if (gameId !== null) await navigate(`/game/${gameId}`, wantsBack ? { state: REJOINS } : undefined);
    } catch (error) {
      setProblems({ code: errorText(error, 'join-failed') });
    } finally {
      setBusy(false);
    }
  };

  return {
    name,
    setName: (typed: string) => {
      setName(typed);
      setProblems((known) => ({ ...known, name: undefined }));
    },
    forgetCodeProblem: () => setProblems((known) => ({ ...known, code: undefined })),
    nameProblem: problems.name,
    /** Why nobody can join a game with this code. */
    goneProblem: lookup.problem ?? (isOver ? messageOf('game-ended') : null),
    /** Why joining did not work. */
    joinProblem: problems.code ?? null,
    looking: lookup.looking,
    /** Where a player who has tapped waits in line. */
    inLine: useInLineText(delay),
    info,
    wantsBack,
    isClosed,
    busy,
    submit,
  };
}

function useInLineText(delay: PendingDelay | null): string | null {
  const inLine = usePlaceInLine(delay);
  if (inLine === null) return null;
  const { place, minutes } = inLine;
  return minutes === 0 ? t('inLine', { place }) : t('inLineFor', { place, count: minutes });
}

/** What was typed by this user, the last name used in this browser, or the account's name. */
export function useOwnName(): readonly [name: string, setName: (typed: string) => void] {
  const user = useSession((session) => session.user);
  const [typed, setTyped] = useState<{ readonly text: string; readonly by: string | null } | null>(null);
  const isTheirs = typed !== null && (typed.by === null || typed.by === user?.id);
  const initial = preferredName() || (user && !user.isGuest ? user.name : '');
  return [isTheirs ? typed.text : initial, (text) => setTyped({ text, by: user?.id ?? null })];
}
