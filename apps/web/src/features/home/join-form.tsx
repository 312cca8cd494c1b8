import { Button } from '@mantine/core';
import { messageOf } from '../../platform/i18n/t.js';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  keepPlayerMark,
  keepPreferredName,
  moderatorMark,
  playerMark,
  preferredName,
  noteJoinRequest,
  REJOINS,
} from '../../platform/storage/game-marks.js';
import { publicHttp } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { signedInOrGuest } from '../../platform/session/sign-in-prompt.js';
import { CodeField } from './code-field.js';
import styles from './forms.module.css';
import { isWholeCode } from './game-code.js';
import { ModeratorBlock } from './notices.js';
import { t } from './texts.js';
import { useJoinInfo } from './use-join-info.js';
import { Form, NameField } from '../../shared/ui/form.js';
import { StorageNote } from '../../shared/ui/storage-note.js';
import { useSession } from '../../platform/session/session.js';

/** Proven by the seat secret; a name alone may belong to another player. */
const isOwnSeat = (gameId: string, name: string) =>
  playerMark(gameId)?.name.toLowerCase() === name.trim().toLowerCase();

interface Props {
  readonly initialCode: string;
  readonly onFound?: () => void;
}

export function JoinForm({ initialCode, onFound }: Props) {
  const [code, setCode] = useState(initialCode);
  const [name, setName] = useOwnName();
  const [problems, setProblems] = useState<{ code?: string; name?: string }>({});
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const lookup = useJoinInfo(code, name.trim(), onFound);
  const isOver = lookup.info?.status === 'completed';
  const info = isOver ? null : lookup.info;
  const wantsBack = info?.rejoin === true;

  const enter = async () => {
    const { gameId, gameCode, status } = await publicHttp.call('joinInfoByCode', { params: { gameCode: code } });
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
      if (await signedInOrGuest('sign-in-to-join', `/?code=${code}`)) await enter();
    } catch (error) {
      setProblems({ code: errorText(error, 'join-failed') });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form className={styles.form} onSubmit={submit}>
      <CodeField
        value={code}
        onChange={(typed) => {
          setCode(typed);
          setProblems({ ...problems, code: undefined });
        }}
        error={problems.code ?? lookup.problem ?? (isOver ? messageOf('game-ended') : null)}
        autoFocus={initialCode === ''}
      />
      <NameField
        label={t('yourName')}
        name="name"
        placeholder={t('namePlaceholder')}
        enterKeyHint="go"
        autoFocus={initialCode !== '' && name === ''}
        value={name}
        error={problems.name}
        onChange={(value) => {
          setName(value);
          setProblems({ ...problems, name: undefined });
        }}
      />
      <p className={styles.lookup} role="status">
        {lookup.looking && t('looking')}
        {info &&
          (wantsBack
            ? t(isOwnSeat(info.gameId, name) ? 'wasHere' : 'sameNameLeft', {
                name: name.trim(),
                moderator: info.moderatorName,
              })
            : t(info.status === 'playing' ? 'foundPlaying' : 'found', {
                moderator: info.moderatorName,
                count: info.playerCount,
              }))}
      </p>
      <StorageNote audience="player" />
      <Button type="submit" size="lg" fullWidth loading={busy}>
        {wantsBack ? t('rejoinGame') : t('joinGame')}
      </Button>
      {info && moderatorMark(info.gameId) && <ModeratorBlock gameId={info.gameId} />}
    </Form>
  );
}

/** What was typed by this user, the last name used in this browser, or the account's name. */
export function useOwnName(): readonly [name: string, setName: (typed: string) => void] {
  const user = useSession((session) => session.user);
  const [typed, setTyped] = useState<{ readonly text: string; readonly by: string | null } | null>(null);
  const isTheirs = typed !== null && (typed.by === null || typed.by === user?.id);
  const initial = preferredName() || (user && !user.isGuest ? user.name : '');
  return [isTheirs ? typed.text : initial, (text) => setTyped({ text, by: user?.id ?? null })];
}
