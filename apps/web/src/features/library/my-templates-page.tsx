import type { TemplateSummary } from '@earworm/contracts';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../shared/ui/empty-state.js';
import { PageFrame } from '../../shared/ui/page-frame.js';
import { ImportButton } from './import-button.js';
import { NewTemplateButton } from './new-template-button.js';
import { StartDialog } from '../../shared/templates/start-dialog.js';
import { Pages, TemplateList } from './template-list.js';
import { TemplateMenu } from './template-menu.js';
import { useMyTemplates } from './template-query.js';
import { t } from './texts.js';
import { useSearch } from './use-search.js';

export function MyTemplatesPage() {
  const [{ page }, change] = useSearch();
  const query = useMyTemplates(page);
  const [starting, setStarting] = useState<TemplateSummary | null>(null);
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
            <Button
              variant="light"
              leftSection={<IconPlayerPlay size={20} aria-hidden />}
              disabled={template.questionCount === 0}
              onClick={() => setStarting(template)}
            >
              {t('start')}
            </Button>
            <TemplateMenu template={template} />
          </>
        )}
      />
      <Pages total={query.data?.total ?? 0} page={page} onChange={(next) => change({ page: next })} />
      <StartDialog
        key={starting?.templateId}
        templateId={starting?.templateId ?? ''}
        isPublic={starting?.publishedAt != null}
        opened={starting !== null}
        onClose={() => setStarting(null)}
      />
    </PageFrame>
  );
}
