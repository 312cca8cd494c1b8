import { Select } from '@mantine/core';
import { memo } from 'react';
import { useTranslator } from '../../../platform/i18n/texts.js';
import { SearchField } from '../../../shared/ui/search-field.js';
import { SORTS, STATES, type GameFilter } from './open-games.js';
import styles from './operations-page.module.css';
import { t } from './texts.js';

type Counts = Readonly<Record<GameFilter['state'], number | undefined>>;

interface Props {
  readonly filter: GameFilter;
  readonly counts: Counts;
  readonly onWish: (change: Partial<GameFilter>) => void;
}

const labelOf = (state: GameFilter['state'], count: number | undefined) =>
  count === undefined ? t(state) : t('counted', { name: t(state), n: count });

/** Not rendered again by the frame of each second: it costs as much as the list. */
export const GameFilters = memo(
  function GameFilters({ filter, counts, onWish }: Props) {
    useTranslator();
    return (
      <div className={styles.filters}>
        <SearchField
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={100}
          value={filter.search}
          onSearch={(search) => onWish({ search })}
        />
        <Select
          aria-label={t('state')}
          allowDeselect={false}
          value={filter.state}
          onChange={(state) => onWish({ state: state as GameFilter['state'] })}
          data={STATES.map((value) => ({ value, label: labelOf(value, counts[value]) }))}
        />
        <Select
          aria-label={t('sort')}
          allowDeselect={false}
          disabled={filter.state === 'completed'}
          value={filter.state === 'completed' ? 'active' : filter.sort}
          onChange={(sort) => onWish({ sort: sort as GameFilter['sort'] })}
          data={SORTS.map((value) => ({ value, label: t(value) }))}
        />
      </div>
    );
  },
  (before, after) =>
    before.filter === after.filter && STATES.every((state) => before.counts[state] === after.counts[state]),
);
