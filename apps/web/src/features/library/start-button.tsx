import type { TemplateSummary } from '@earworm/contracts';
import { Button, type ButtonProps } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { StartDialog } from '../../shared/templates/start-dialog.js';
import { t } from './texts.js';

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly template: TemplateSummary;
}

export function StartButton({ template, ...look }: Props) {
  const { templateId, publishedAt, questionCount } = template;
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        {...look}
        leftSection={<IconPlayerPlay size={20} aria-hidden />}
        disabled={questionCount === 0}
        onClick={() => setOpened(true)}
      >
        {t('start')}
      </Button>
      <StartDialog
        templateId={templateId}
        isPublic={publishedAt !== null}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
