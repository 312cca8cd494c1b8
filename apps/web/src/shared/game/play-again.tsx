import { Button, Radio, Stack } from '@mantine/core';
import { newId } from '@earworm/client';
import { RefusedError, type RouteReply } from '@earworm/contracts';
import type { GameView } from '@earworm/rules';
import { lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { busyDuring } from '../../platform/busy-control.js';
import { http } from '../../platform/http/http.js';
import { notifyError } from '../../platform/notifications/notify.js';
import type { LiveGame } from '../live/use-game.js';
import { t } from './texts.js';
import { useOpenSetup } from '../live/use-open-setup.js';
import { Dialog } from '../ui/dialog.js';

const NextTemplate = lazy(() => busyDuring(import('./next-template.js').then((m) => ({ default: m.NextTemplate }))));

const countUnplayed = ({ categories }: GameView): number =>
  categories.reduce((sum, { questions }) => sum + questions.filter(({ answered }) => !answered).length, 0);

type Choice = 'unplayed' | 'template' | 'same';

export function PlayAgain({ view, send }: { view: GameView; send: LiveGame['send'] }) {
  const [opened, setOpened] = useState(false);
  if (view.next !== null) {
    return (
      <Button size="lg" component={Link} to={`/game/${view.next}`}>
        {t('toNextGame')}
      </Button>
    );
  }
  return (
    <>
      <Button size="lg" onClick={() => setOpened(true)}>
        {t('playAgain')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('playAgain')} size="lg">
        <NextBoard view={view} send={send} />
      </Dialog>
    </>
  );
}

function NextBoard({ view, send }: { view: GameView; send: LiveGame['send'] }) {
  const left = countUnplayed(view);
  const [choice, setChoice] = useState<Choice>(left > 0 ? 'unplayed' : 'same');
  const { busy, createFromBoard, createFromTemplate } = useNextGame(view, send);
  return (
    <Stack>
      <Radio.Group label={t('nextBoard')} value={choice} onChange={(value) => setChoice(value as Choice)}>
        <Stack gap="sm" mt="xs">
          {left > 0 && <Radio value="unplayed" label={t('boardUnplayed', { count: left })} disabled={busy} />}
          <Radio value="template" label={t('boardTemplate')} disabled={busy} />
          <Radio value="same" label={t('boardSame')} disabled={busy} />
        </Stack>
      </Radio.Group>
      {choice === 'template' ? (
        <Suspense>
          <NextTemplate busy={busy} onCreate={(templateId) => void createFromTemplate(templateId)} />
        </Suspense>
      ) : (
        <Button size="lg" loading={busy} onClick={() => void createFromBoard(choice)}>
          {t('createNext')}
        </Button>
      )}
    </Stack>
  );
}

function useNextGame(view: GameView, send: LiveGame['send']) {
  const openSetup = useOpenSetup();
  const [busy, setBusy] = useState(false);
  // One per choice, kept until accepted: a repeated press creates one game.
  const requestIds = useRef(new Map<string, string>());
  const { moderatorName, settings } = view;
  // Left out if off: older gateways refuse it.
  const kept = { moderatorName, settings, timeTrialMode: view.timeTrialMode || undefined };

  const lead = async (choice: string, create: (requestId: string) => Promise<RouteReply<'createGame'>>) => {
    const requestId = requestIds.current.get(choice) ?? newId();
    requestIds.current.set(choice, requestId);
    setBusy(true);
    try {
      const game = await create(requestId);
      const answer = await send({ type: 'playAgain', requestId });
      if (!answer.ok) throw new RefusedError(answer.code, answer.params);
      await openSetup(game, moderatorName);
    } catch (error) {
      void notifyError(error, 'create-failed');
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    createFromBoard: (choice: Exclude<Choice, 'template'>) => {
      const copyOf = { gameId: view.gameId, questions: choice === 'same' ? 'all' : 'unplayed' } as const;
      return lead(choice, (requestId) =>
        http.call('createGame', { body: { requestId, ...kept, quiz: 'empty' as const, copyOf } }),
      );
    },
    createFromTemplate: (templateId: string) =>
      lead(templateId, (requestId) =>
        http.call('startTemplate', { params: { templateId }, body: { requestId, ...kept } }),
      ),
  };
}
