import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslator } from '../../../platform/i18n/texts.js';
import { SORTS, STATES, type GameFilter } from './open-games.js';
import styles from './operations-page.module.css';
import { t } from './texts.js';

type Counts = Readonly<Record<GameFilter['state'], number | undefined>>;

interface Props {
  readonly filter: GameFilter;
  readonly counts: Counts;
  readonly onWish: (change: Partial<GameFilter>) => void;
}

const TYPING_MS = 300;

const labelOf = (state: GameFilter['state'], count: number | undefined) =>
  count === undefined ? t(state) : t('counted', { name: t(state), n: count });

/** Not rendered again by the frame of each second: it costs as much as the list. */
export const GameFilters = memo(
  function GameFilters({ filter, counts, onWish }: Props) {
    useTranslator();
    const [typed, setTyped] = useState(filter.search);
    const [applied, setApplied] = useState(filter.search);
    const search = useDebouncedCallback((text: string) => onWish({ search: text }), TYPING_MS);
    if (applied !== filter.search) {
      setApplied(filter.search);
      setTyped(filter.search);
    }
    return (
      <div className={styles.filters}>
        <TextInput
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} />}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            search(value);
          }}
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
