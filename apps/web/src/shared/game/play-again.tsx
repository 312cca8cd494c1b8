import { Button } from '@mantine/core';
import { newId } from '@earworm/client';
import { RefusedError, type RouteInput } from '@earworm/contracts';
import type { GameView } from '@earworm/rules';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { notifyError } from '../../platform/notifications/notify.js';
import type { LiveGame } from '../live/use-game.js';
import { t } from './texts.js';
import { useOpenSetup } from '../live/use-open-setup.js';

type Board = NonNullable<RouteInput<'createGame'>['body']['categories']>;

const boardOf = ({ categories }: GameView): Board =>
  categories.map(({ name, questions }) => ({
    categoryId: newId() as Board[number]['categoryId'],
    name,
    questions: questions.flatMap(({ points, secret }) => {
      if (secret === null) return [];
      const { medium, youtubeSongName, answer } = secret;
      const questionId = newId() as Board[number]['questions'][number]['questionId'];
      const media =
        medium.kind === 'youtube'
          ? { youtubeLink: medium.youtubeLink, clipId: null }
          : { youtubeLink: '', clipId: medium.clipId };
      return [{ questionId, points, youtubeSongName, answer, ...media }];
    }),
  }));

export function PlayAgain({ view, send }: { view: GameView; send: LiveGame['send'] }) {
  const openSetup = useOpenSetup();
  const [busy, setBusy] = useState(false);
  // Kept until accepted: a repeated press creates one game.
  const requestId = useRef<string | null>(null);
  if (view.next !== null) {
    return (
      <Button size="lg" component={Link} to={`/game/${view.next}`}>
        {t('toNextGame')}
      </Button>
    );
  }
  const again = async () => {
    const { moderatorName, settings } = view;
    // Left out if off: older gateways refuse it.
    const timeTrialMode = view.timeTrialMode || undefined;
    const id = (requestId.current ??= newId());
    setBusy(true);
    try {
      const wanted = { moderatorName, settings, timeTrialMode, quiz: 'empty' as const, categories: boardOf(view) };
      const body = { requestId: id, ...wanted };
      const game = await http.call('createGame', { body });
      const answer = await send({ type: 'playAgain', requestId: id });
      if (!answer.ok) throw new RefusedError(answer.code, answer.params);
      await openSetup(game, moderatorName);
    } catch (error) {
      void notifyError(error, 'create-failed');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="lg" loading={busy} onClick={() => void again()}>
      {t('playAgain')}
    </Button>
  );
}
