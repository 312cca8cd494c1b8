import { ActionIcon, Menu } from '@mantine/core';
import type { TemplateSummary } from '@earworm/contracts';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { Confirm } from '../../shared/ui/dialog.js';
import { titleOf } from './template-card.js';
import { t } from './texts.js';
import { useTemplateActions } from './use-template-actions.js';

interface Props {
  readonly template: TemplateSummary;
  readonly onDeleted?: () => void;
}

export function TemplateMenu({ template, onDeleted }: Props) {
  const { templateId, publishedAt, takenDown } = template;
  const [asking, setAsking] = useState<'publish' | 'delete' | null>(null);
  const { publish, copy, remove, exportAs } = useTemplateActions(templateId);
  const title = titleOf(template);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('more', { title })}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {publishedAt === null ? (
            <Menu.Item disabled={takenDown !== null} onClick={() => setAsking('publish')}>
              {t('publish')}
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => void publish(false)}>{t('unpublish')}</Menu.Item>
          )}
          <Menu.Item onClick={() => void copy()}>{t('copy')}</Menu.Item>
          <Menu.Item onClick={() => void exportAs('json')}>{t('exportJson')}</Menu.Item>
          <Menu.Item onClick={() => void exportAs('csv')}>{t('exportCsv')}</Menu.Item>
          <Menu.Item onClick={() => setAsking('delete')}>{t('delete')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asking === 'publish'}
        title={t('publishTitle')}
        text={t('publishText')}
        yes={t('publish')}
        onYes={() => void publish(true)}
        onClose={() => setAsking(null)}
      />
      <Confirm
        opened={asking === 'delete'}
        title={t('deleteTitle')}
        text={t('deleteText', { title })}
        yes={t('delete')}
        tone="wrong"
        onYes={() => void remove().then((done) => done && onDeleted?.())}
        onClose={() => setAsking(null)}
      />
    </>
  );
}
