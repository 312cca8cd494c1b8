import { useCallback, useEffect, useState } from 'react';
import type { CategoryId, CategoryView, GameView } from '@earworm/rules';
import { SeatRequests } from '../../live/seat-requests.js';
import type { LiveGame } from '../../live/use-game.js';
import { EmptyState } from '../../ui/empty-state.js';
import { SaveAsTemplate } from '../../ui/save-as-template.js';
import { AddCategory } from './add-category.js';
import { CategoryCard } from './category-card.js';
import { DoorCard } from './door-card.js';
import { GameSettings } from './game-settings.js';
import { LeftCard } from './left-card.js';
import { PlayersCard } from './players-card.js';
import styles from './setup-desk.module.css';
import { StartBar } from './start-bar.js';
import { t } from './texts.js';
import { useEdits } from './use-edits.js';
import { useWithGone } from './with-gone.js';

interface Props {
  readonly game: LiveGame;
  readonly view: GameView;
  /** True while the start that was asked for here is on its way. */
  readonly onStarting: (starting: boolean) => void;
}

export function SetupDesk({ game, view, onStarting }: Props) {
  // Whoever sets the game up is back, however they came here.
  const { send } = game;
  useEffect(() => {
    if (view.moderatorLeft) void send({ type: 'rejoinAsModerator' });
  }, [view.moderatorLeft, send]);
  const { give, giveAndSay } = useEdits(game.send);
  const { presence, connection } = game.state;
  const { client } = game;
  // Asked for when a form is opened: a card is not drawn again because something else in the game has changed.
  const versionNow = useCallback(() => client.state.version, [client]);
  const { categories } = view;
  const [typedIn, setTypedIn] = useState<ReadonlySet<CategoryId>>(new Set());
  const onTyping = useCallback((id: CategoryId, typing: boolean) => {
    setTypedIn((before) => {
      if (before.has(id) === typing) return before;
      const now = new Set(before);
      if (typing) now.add(id);
      else now.delete(id);
      return now;
    });
  }, []);
  const cards = useWithGone<CategoryView>(categories, (id) => typedIn.has(id as CategoryId));
  return (
    <div className={styles.desk}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('heading')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
      </header>
      <p className={styles.banner} role="status">
        {connection === 'reconnecting' && t('reconnecting')}
      </p>
      <div className={styles.main}>
        <section className={styles.categories} aria-label={t('categories')}>
          {cards.length === 0 && <EmptyState title={t('noCategories')} hint={t('noCategoriesHint')} />}
          {cards.map((category) => {
            const order = categories.indexOf(category);
            return (
              <CategoryCard
                key={category.id}
                {...{ category, order, onTyping, versionNow, give, giveAndSay }}
                last={order === categories.length - 1}
                gone={order < 0}
              />
            );
          })}
        </section>
        <AddCategory view={view} give={give} />
        {categories.some(({ questions }) => questions.length > 0) && <SaveAsTemplate gameId={view.gameId} />}
      </div>
      <aside className={styles.side}>
        <DoorCard code={view.gameCode} gameId={view.gameId} />
        <PlayersCard view={view} presence={presence} />
        <LeftCard />
        <GameSettings view={view} giveAndSay={giveAndSay} />
      </aside>
      <SeatRequests view={view} presence={presence} give={giveAndSay} />
      <StartBar view={view} cards={cards} giveAndSay={giveAndSay} onStarting={onStarting} />
    </div>
  );
}
