import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslator } from '../../../platform/i18n/texts.js';
import { SORTS, STATES, type Wish } from './open-games.js';
import styles from './operations-page.module.css';
import { t } from './texts.js';

type Counts = Readonly<Record<Wish['state'], number | undefined>>;

interface Props {
  readonly wish: Wish;
  readonly counts: Counts;
  readonly onWish: (change: Partial<Wish>) => void;
}

const TYPING_MS = 300;

const labelOf = (state: Wish['state'], count: number | undefined) =>
  count === undefined ? t(state) : t('counted', { name: t(state), n: count });

/** Not rendered again by the frame of each second: it costs as much as the list. */
export const GameFilters = memo(
  function GameFilters({ wish, counts, onWish }: Props) {
    useTranslator();
    const [typed, setTyped] = useState(wish.search);
    const [applied, setApplied] = useState(wish.search);
    const search = useDebouncedCallback((text: string) => onWish({ search: text }), TYPING_MS);
    if (applied !== wish.search) {
      setApplied(wish.search);
      setTyped(wish.search);
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
          value={wish.state}
          onChange={(state) => onWish({ state: state as Wish['state'] })}
          data={STATES.map((value) => ({ value, label: labelOf(value, counts[value]) }))}
        />
        <Select
          aria-label={t('sort')}
          allowDeselect={false}
          disabled={wish.state === 'completed'}
          value={wish.state === 'completed' ? 'active' : wish.sort}
          onChange={(sort) => onWish({ sort: sort as Wish['sort'] })}
          data={SORTS.map((value) => ({ value, label: t(value) }))}
        />
      </div>
    );
  },
  (before, after) =>
    before.wish === after.wish && STATES.every((state) => before.counts[state] === after.counts[state]),
);
