import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { ImportButton } from './import-button.js';
import { NewTemplateButton } from './new-template-button.js';
import { StartButton } from './start-button.js';
import { Pages, TemplateList } from './template-list.js';
import { TemplateMenu } from './template-menu.js';
import { useMyTemplates } from './template-query.js';
import { t } from './texts.js';
import { useSearch } from './use-search.js';

export function MyTemplatesPage() {
  const [{ page }, change] = useSearch();
  const query = useMyTemplates(page);
  return (
    <PageFrame
      title={t('mine')}
      lead={t('mineLead')}
      actions={
        <>
          <ImportButton />
          <NewTemplateButton />
        </>
      }
    >
      <TemplateList
        ofOwner
        query={query}
        templates={query.data?.templates}
        empty={<EmptyState title={t('mineEmpty')} hint={t('mineEmptyHint')} />}
        actions={(template) => (
          <>
            <Button variant="default" component={Link} to={`/template/edit/${template.templateId}`}>
              {t('edit')}
            </Button>
            <StartButton variant="light" template={template} />
            <TemplateMenu template={template} />
          </>
        )}
      />
      <Pages total={query.data?.total ?? 0} page={page} onChange={(next) => change({ page: next })} />
    </PageFrame>
  );
}
