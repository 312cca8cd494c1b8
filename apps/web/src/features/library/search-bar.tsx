import { Chip, Select } from '@mantine/core';
import { languageChoices } from '../../shared/ui/language-names.js';
import { SearchField } from '../../shared/ui/search-field.js';
import styles from './library.module.css';
import { t } from './texts.js';
import { type Search, type Sort, tagsIn } from './use-search.js';

interface Props {
  readonly search: Search;
  readonly change: (change: Partial<Search>) => void;
  readonly tags: readonly { tag: string; count: number }[];
  readonly languages: readonly string[];
}

const ANY = 'any';

export function SearchBar({ search, change, tags, languages }: Props) {
  const chosen = tagsIn(search.tags);
  const offered = [...chosen.filter((tag) => !tags.some((each) => each.tag === tag)), ...tags.map(({ tag }) => tag)];
  return (
    <search>
      <div className={styles.search}>
        <SearchField
          label={t('search')}
          placeholder={t('searchPlaceholder')}
          maxLength={100}
          value={search.q ?? ''}
          onSearch={(q) => change({ q })}
        />
        <Select
          label={t('language')}
          allowDeselect={false}
          data={[{ value: ANY, label: t('anyLanguage') }, ...languageChoices(languages)]}
          value={search.language ?? ANY}
          onChange={(language) => change({ language: language === ANY || language === null ? undefined : language })}
        />
        <Select
          label={t('sort')}
          allowDeselect={false}
          data={[
            { value: 'popular', label: t('sortPopular') },
            { value: 'newest', label: t('sortNewest') },
            { value: 'title', label: t('sortTitle') },
          ]}
          value={search.sort ?? 'popular'}
          onChange={(sort) => change({ sort: sort === 'popular' ? undefined : (sort as Sort) })}
        />
      </div>
      {offered.length > 0 && (
        <Chip.Group multiple value={chosen} onChange={(next) => change({ tags: next.join(',') })}>
          <div className={styles.topics} role="group" aria-label={t('tags')}>
            {offered.map((tag) => (
              <Chip key={tag} value={tag} size="md" variant="outline">
                <span lang="">{tag}</span>
              </Chip>
            ))}
          </div>
        </Chip.Group>
      )}
    </search>
  );
}
