import { Radio, Stack, Text } from '@mantine/core';
import { newId } from '@earworm/client';
import { RefusedError, type RouteReply } from '@earworm/contracts';
import type { GameView } from '@earworm/rules';
import { useRef, useState } from 'react';
import { http } from '../../platform/http/http.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { notifyError } from '../../platform/notifications/notify.js';
import type { LiveGame } from '../live/use-game.js';
import { useOwnId } from '../live/use-rights.js';
import { NextTemplate } from './next-template.js';
import { t as gameText } from './texts.js';
import { useOpenSetup } from '../live/use-open-setup.js';
import { Dialog } from '../ui/dialog.js';
import { Button } from '../controls/button.js';

const t = textsOf('playAgain', {
  nextBoard: 'Which questions?',
  boardUnplayed_one: 'The question not yet played ({{count}})',
  boardUnplayed_other: 'The questions not yet played ({{count}})',
  boardTemplate: 'A template',
  boardSame: 'The same board again',
  crewComes: 'The crew comes along, with the same tasks.',
  crewComesOwner: 'The crew comes along, with the same tasks. {{owner}} owns the next game, too.',
  teamsCome: 'The teams come along, with the same members.',
});

const countUnplayed = ({ categories }: GameView): number =>
  categories.reduce((sum, { questions }) => sum + questions.filter(({ answered }) => !answered).length, 0);

type Choice = 'unplayed' | 'template' | 'same';

interface Props {
  readonly view: GameView;
  readonly send: LiveGame['send'];
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function PlayAgainDialog({ view, send, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={gameText('playAgain')} size="lg">
      <NextBoard view={view} send={send} />
    </Dialog>
  );
}

function NextBoard({ view, send }: { view: GameView; send: LiveGame['send'] }) {
  const left = countUnplayed(view);
  const isOwner = useOwnId() === view.moderatorId;
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
      {view.crew !== undefined && (
        <Text size="sm">{isOwner ? t('crewComes') : t('crewComesOwner', { owner: view.moderatorName })}</Text>
      )}
      {view.teams !== undefined && <Text size="sm">{t('teamsCome')}</Text>}
      {choice === 'template' ? (
        <NextTemplate busy={busy} onCreate={(templateId) => void createFromTemplate(templateId)} />
      ) : (
        <Button size="lg" loading={busy} onClick={() => void createFromBoard(choice)}>
          {gameText('createNext')}
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
