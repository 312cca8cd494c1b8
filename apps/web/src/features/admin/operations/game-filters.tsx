import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslator } from '../../../i18n/texts.js';
import type { Wish } from './open-games.js';
import styles from './operations-page.module.css';
import { t } from './texts.js';

interface Props {
  readonly wish: Wish;
  readonly onWish: (wish: Wish) => void;
}

/** Which games are shown, and in what order. Not drawn again by what is pushed every second: it costs as much as the list. */
export const GameFilters = memo(function GameFilters({ wish, onWish }: Props) {
  useTranslator();
  return (
    <div className={styles.filters}>
      <TextInput
        className={styles.search}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={18} />}
        value={wish.search}
        onChange={({ currentTarget: { value } }) => onWish({ ...wish, search: value })}
      />
      <Select
        aria-label={t('state')}
        allowDeselect={false}
        value={wish.state}
        onChange={(state) => onWish({ ...wish, state: state as Wish['state'] })}
        data={(['all', 'setup', 'playing'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <Select
        aria-label={t('sort')}
        allowDeselect={false}
        value={wish.sort}
        onChange={(sort) => onWish({ ...wish, sort: sort as Wish['sort'] })}
        data={(['newest', 'active', 'crowded'] as const).map((value) => ({ value, label: t(value) }))}
      />
    </div>
  );
});
