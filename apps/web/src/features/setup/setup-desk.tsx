import { useEffect } from 'react';
import type { GameView } from '@earworm/rules';
import { boardOf } from '../../shared/live/board-of-game.js';
import { LostConnection } from '../../shared/live/connecting.js';
import { useRights } from '../../shared/live/use-rights.js';
import { SeatRequests } from '../../shared/live/seat-requests.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { useBoardCards } from '../../shared/board-editor/board-cards.js';
import { BoardEditor } from '../../shared/board-editor/board-editor.js';
import { SaveAsTemplate } from '../../shared/templates/save-as-template.js';
import { CrewBanner, HelpBar } from '../../shared/crew/crew-parts.js';
import { CrewCard } from './crew-card.js';
import { InviteCard } from './invite-card.js';
import { GameSettings } from './game-settings.js';
import { UnsavedCard } from './unsaved-card.js';
import { PlayersCard } from './players-card.js';
import styles from './setup-desk.module.css';
import { ConsentCard, SetupConsent } from './setup-consent.js';
import { StartBar } from './start-bar.js';
import { t } from './texts.js';
import { WayBackCard } from './way-back-card.js';
import { useEdits } from './use-edits.js';

interface Props {
  readonly game: LiveGame;
  readonly view: GameView;
  readonly onStarting: (starting: boolean) => void;
}

export function SetupDesk({ game, view, onStarting }: Props) {
  const { send } = game;
  const rights = useRights(view);
  const isAbsent = (view.moderatorLeft || rights.member?.left === true) && rights.may('judge');
  useEffect(() => {
    if (isAbsent) void send({ type: 'rejoinAsModerator' });
  }, [isAbsent, send]);
  const { giveOrNotify, port } = useEdits(game, view.gameId);
  const { presence, connection } = game.state;
  const cards = useBoardCards(boardOf(view.categories));
  const count = cards.categories.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className={styles.desk}>
      <header className={styles.head}>
        <h1 className={styles.title} dir="auto">
          {view.room?.name ?? t('heading')}
        </h1>
        <p className={styles.lead}>{t('lead')}</p>
      </header>
      <div className={styles.lost}>
        <LostConnection game={game} audience="host">
          <p className={styles.banner} role="status">
            {connection === 'reconnecting' && t('reconnecting')}
          </p>
        </LostConnection>
        <CrewBanner view={view} give={giveOrNotify} />
        <HelpBar view={view} clockOffsetMs={game.state.clockOffsetMs} give={giveOrNotify} />
      </div>
      {/* Disabled, not gone: what is typed stays in its fields. */}
      <fieldset className={styles.main} {...rights.barred('settings')}>
        <BoardEditor boardId={view.gameId} cards={cards} port={port}>
          {count > 0 && <SaveAsTemplate gameId={view.gameId} />}
        </BoardEditor>
      </fieldset>
      <aside className={styles.side}>
        <InviteCard game={view} />
        <WayBackCard view={view} />
        <CrewCard game={game} view={view} give={giveOrNotify} />
        <PlayersCard game={game} view={view} give={giveOrNotify} />
        <UnsavedCard />
        <fieldset className={styles.barred} {...rights.barred('settings')}>
          <GameSettings view={view} giveOrNotify={giveOrNotify} />
        </fieldset>
        <ConsentCard categories={cards.visible} />
      </aside>
      <div className={styles.foot}>
        {rights.may('judge') && <SetupConsent categories={cards.visible} />}
        <SeatRequests view={view} presence={presence} give={giveOrNotify} />
        <StartBar view={view} cards={cards.visible} count={count} giveOrNotify={giveOrNotify} onStarting={onStarting} />
      </div>
    </div>
  );
}
