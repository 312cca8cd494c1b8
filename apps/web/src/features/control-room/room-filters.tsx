import { Select } from '@mantine/core';
import { memo } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { useTranslator } from '../../platform/i18n/texts.js';
import { SearchField } from '../../shared/ui/search-field.js';
import styles from './control-room.module.css';
import { LOOKS, type Look, type RoomFilter, SORTS, VIEWS } from './found-rooms.js';
import { t } from './texts.js';

interface Props {
  readonly filter: RoomFilter;
  readonly groups: readonly string[];
  readonly counts: Readonly<Record<Look, number>>;
  readonly all: number;
  onWish(change: Partial<RoomFilter>): void;
}

const counted = (look: Look | 'all', n: number) => t('counted', { name: t(`look_${look}`), n: figure(n) });

/** Not rendered again by a frame that changes no count. */
export const RoomFilters = memo(
  function RoomFilters({ filter, groups, counts, all, onWish }: Props) {
    useTranslator();
    return (
      <div className={styles.filters} role="search">
        <SearchField
          id="find-room"
          className={styles.search}
          label={t('search')}
          placeholder={t('searchHint')}
          maxLength={80}
          value={filter.search}
          onSearch={(search) => onWish({ search })}
        />
        <Select
          label={t('show')}
          allowDeselect={false}
          value={filter.look}
          onChange={(look) => onWish({ look: (look ?? 'all') as RoomFilter['look'] })}
          data={[
            { value: 'all', label: counted('all', all) },
            ...LOOKS.map((value) => ({ value, label: counted(value, counts[value]) })),
          ]}
        />
        {groups.length > 0 && (
          <Select
            label={t('group')}
            searchable
            allowDeselect={false}
            value={filter.group}
            onChange={(group) => onWish({ group: group ?? '' })}
            data={[{ value: '', label: t('allGroups') }, ...groups.map((value) => ({ value, label: value }))]}
          />
        )}
        <Select
          label={t('sort')}
          allowDeselect={false}
          value={filter.sort}
          onChange={(sort) => onWish({ sort: (sort ?? 'number') as RoomFilter['sort'] })}
          data={SORTS.map((value) => ({ value, label: t(`sort_${value}`) }))}
        />
        <Select
          label={t('view')}
          allowDeselect={false}
          value={filter.view}
          onChange={(view) => onWish({ view: (view ?? 'tiles') as RoomFilter['view'] })}
          data={VIEWS.map((value) => ({ value, label: t(`view_${value}`) }))}
        />
      </div>
    );
  },
  (before, after) =>
    before.filter === after.filter &&
    before.all === after.all &&
    before.groups.join('\n') === after.groups.join('\n') &&
    LOOKS.every((look) => before.counts[look] === after.counts[look]),
);
