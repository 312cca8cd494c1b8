import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../platform/i18n/t.js';
import {
  keepPlayerMark,
  keepPreferredName,
  noteJoinRequest,
  playerMark,
  preferredName,
  REJOINS,
} from '../../platform/storage/game-marks.js';
import { publicHttp } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { useSession } from '../../platform/session/session.js';
import { signedInOrGuest } from '../../platform/session/sign-in-prompt.js';
import { joinLink } from '../../shared/invite/join-link.js';
import { isWholeCode } from './game-code.js';
import { t } from './texts.js';
import { useJoinInfo } from './use-join-info.js';

/** What both ways to join share: the look-up of the game, the name, and the way into the game. */
export function useJoin(code: string, onFound?: () => void, signature?: string) {
  const [name, setName] = useOwnName();
  const [problems, setProblems] = useState<{ code?: string; name?: string }>({});
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const lookup = useJoinInfo({ code, signature }, name.trim(), onFound);
  const isOver = lookup.info?.status === 'completed';
  const info = isOver ? null : lookup.info;
  const wantsBack = info?.rejoin === true;
  // A seat of this browser, or one whose player left, stays open to its player.
  const isClosed = info?.joiningLocked === true && !wantsBack && !playerMark(info.gameId)?.playerId;

  const enter = async () => {
    const { gameId, gameCode, status } = await publicHttp.call('joinInfoByCode', {
      params: { gameCode: code },
      query: { signature },
    });
    if (status === 'completed') return setProblems({ code: messageOf('game-ended') });
    keepPlayerMark(gameId, { name: name.trim(), gameCode });
    noteJoinRequest(gameId);
    await navigate(`/game/${gameId}`, wantsBack ? { state: REJOINS } : undefined);
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
      if (await signedInOrGuest('sign-in-to-join', joinLink('', code, signature))) await enter();
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
    info,
    wantsBack,
    isClosed,
    busy,
    submit,
  };
}

/** What was typed by this user, the last name used in this browser, or the account's name. */
export function useOwnName(): readonly [name: string, setName: (typed: string) => void] {
  const user = useSession((session) => session.user);
  const [typed, setTyped] = useState<{ readonly text: string; readonly by: string | null } | null>(null);
  const isTheirs = typed !== null && (typed.by === null || typed.by === user?.id);
  const initial = preferredName() || (user && !user.isGuest ? user.name : '');
  return [isTheirs ? typed.text : initial, (text) => setTyped({ text, by: user?.id ?? null })];
}
