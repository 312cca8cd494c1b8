import { Alert } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useSession } from '../../../platform/session/session.js';
import { EmptyState } from '../../../shared/ui/empty-state.js';
import { ResultDialog } from '../../../shared/game-result/result-dialog.js';
import { CrewActs } from './crew-acts.js';
import { GameFilters } from './game-filters.js';
import { GameRow } from './game-row.js';
import { countByState, found, type Games, filteredGames } from './open-games.js';
import styles from './operations-page.module.css';
import { PastGameList } from './past-game-list.js';
import { t } from './texts.js';
import { usePastGames } from './use-operations.js';
import { useFilterInAddress } from './filter-in-address.js';

const ROW_HEIGHT = 76;

interface Props {
  readonly games: Games;
  readonly ended: number;
  readonly now: number;
  readonly known: boolean;
}

/** Only visible rows of open games are rendered. */
export function GameList({ games, ended, now, known }: Props) {
  const [filter, change] = useFilterInAddress();
  const wanted = useDeferredValue(filter);
  const matching = useMemo(() => found(games, wanted.search), [games, wanted.search]);
  const list = useMemo(() => filteredGames(matching, wanted), [matching, wanted]);
  const past = usePastGames({ search: filter.search, page: filter.state === 'completed' ? filter.page : 1 }, ended);
  const counts = { ...countByState(matching), completed: past.data?.total };
  // Zero is shown only once the list is known.
  const title = known || games.size > 0 ? t('games', { count: games.size }) : t('openGames');
  return (
    <section aria-label={title}>
      <h2 className={styles.heading} data-testid="open-games">
        {title}
      </h2>
      {!known && <Alert color="red">{t(games.size > 0 ? 'gamesOld' : 'gamesUnknown')}</Alert>}
      <GameFilters filter={filter} counts={counts} onWish={change} />
      {filter.state === 'completed' ? (
        <PastGameList past={past} page={filter.page} now={now} onPage={(page) => change({ page })} />
      ) : (
        <>
          {games.size === 0 && known && <EmptyState title={t('noGames')} hint={t('noGamesHint')} />}
          {games.size > 0 && list.length === 0 && <EmptyState title={t('noMatch')} hint={t('noMatchHint')} />}
          {list.length > 0 && <Rows list={list} now={now} />}
        </>
      )}
      <Results />
    </section>
  );
}

function Results() {
  const userId = useSession((session) => session.user?.id ?? '');
  const [params, setParams] = useSearchParams();
  const close = () =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete('game');
      return next;
    });
  return <ResultDialog gameId={params.get('game')} userId={userId} onClose={close} />;
}

function Rows({ list, now }: { list: ReturnType<typeof filteredGames>; now: number }) {
  const { search } = useLocation();
  const place = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
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
              <GameRow
                game={game}
                now={now}
                to={`/admin/operations/${game.gameId}`}
                label={t('open', { code: game.gameCode })}
                search={search}
              />
              <CrewActs game={game} asMenu />
            </li>
          )
        );
      })}
    </ul>
  );
}
