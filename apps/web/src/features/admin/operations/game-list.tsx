import { Alert } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.js';
import { GameFilters } from './game-filters.js';
import { GameRow } from './game-row.js';
import { type Games, shown, type Wish } from './open-games.js';
import styles from './operations-page.module.css';
import { t } from './texts.js';

const ROW_HEIGHT = 76;

interface Props {
  readonly games: Games;
  /** Server time, ms. */
  readonly now: number;
  readonly known: boolean;
}

/** The open games. Only the rows in sight are drawn, however many there are. */
export function GameList({ games, now, known }: Props) {
  const [wish, setWish] = useState<Wish>({ search: '', state: 'all', sort: 'newest' });
  const wanted = useDeferredValue(wish);
  const list = useMemo(() => shown(games, wanted), [games, wanted]);
  // None is a figure too: not to be told of a list that nobody has read yet.
  const title = known || games.size > 0 ? t('games', { count: games.size }) : t('openGames');
  return (
    <section aria-label={title}>
      <h2 className={styles.heading} data-testid="open-games">
        {title}
      </h2>
      {!known && <Alert color="red">{t(games.size > 0 ? 'gamesOld' : 'gamesUnknown')}</Alert>}
      <GameFilters wish={wish} onWish={setWish} />
      {games.size === 0 && known && <EmptyState title={t('noGames')} hint={t('noGamesHint')} />}
      {games.size > 0 && list.length === 0 && <EmptyState title={t('noMatch')} hint={t('noMatchHint')} />}
      {list.length > 0 && <Rows list={list} now={now} />}
    </section>
  );
}

function Rows({ list, now }: { list: ReturnType<typeof shown>; now: number }) {
  const place = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  // Whatever stands above may grow: services come and go.
  useLayoutEffect(() => {
    const top = place.current?.offsetTop ?? 0;
    if (top !== margin) setMargin(top);
  }, [margin, now]);
  const rows = useWindowVirtualizer({
    count: list.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => list[index]?.gameId ?? index,
  });
  return (
    <ul ref={place} className={styles.games} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start, size }) => {
        const game = list[index];
        return (
          game && (
            <li
              key={key}
              className={styles.gameItem}
              aria-setsize={list.length}
              aria-posinset={index + 1}
              style={{ height: size, transform: `translateY(${start - margin}px)` }}
            >
              <GameRow game={game} now={now} />
            </li>
          )
        );
      })}
    </ul>
  );
}
