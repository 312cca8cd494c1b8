import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import styles from './library.module.css';
import { NewTemplateButton } from './new-template-button.js';
import { SearchBar } from './search-bar.js';
import { StartButton } from './start-button.js';
import { Pages, TemplateList } from './template-list.js';
import { useTemplates } from './template-query.js';
import { t } from './texts.js';
import { useSearch } from './use-search.js';

export function BrowsePage() {
  const [search, change] = useSearch();
  const query = useTemplates(search);
  const { templates, total = 0, tags = [], languages = [] } = query.data ?? {};
  const isNarrowed = Boolean(search.q || search.tags || search.language);
  const clear = () => change({ q: '', tags: '', language: undefined });
  return (
    <PageFrame
      title={t('browse')}
      lead={t('browseLead')}
      actions={
        <>
          <Button variant="default" component={Link} to="/library">
            {t('library')}
          </Button>
          <Button variant="default" component={Link} to="/my-templates">
            {t('mine')}
          </Button>
        </>
      }
    >
      <SearchBar search={search} change={change} tags={tags} languages={languages} />
      <div className={styles.count}>
        <span role="status">{query.isSuccess && t('found', { count: total })}</span>
        {isNarrowed && (
          <Button variant="subtle" onClick={clear}>
            {t('clear')}
          </Button>
        )}
      </div>
      <TemplateList
        query={query}
        templates={templates}
        actions={(template) => <StartButton variant="light" template={template} />}
        empty={<EmptyState title={t('nothingFound')} hint={t('nothingFoundHint')} action={<NewTemplateButton />} />}
      />
      <Pages total={total} page={search.page} onChange={(page) => change({ page })} />
    </PageFrame>
  );
}
