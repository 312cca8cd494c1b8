import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { textsOf } from '../../platform/i18n/texts.js';
import { lazyDialog } from '../ui/lazy-dialog.js';
import { Button } from '../controls/button.js';

const t = textsOf('saveAsTemplate', { title: 'Save as Template' });

const SaveAsTemplateDialog = lazyDialog(
  () => import('./save-as-template-dialog.js'),
  (module) => module.SaveAsTemplateDialog,
);

interface Props {
  readonly gameId: string;
  readonly className?: string | undefined;
}

export function SaveAsTemplate({ gameId, className }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        className={className}
        variant="default"
        leftSection={<IconBookmark size={20} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('title')}
      </Button>
      <SaveAsTemplateDialog title={t('title')} gameId={gameId} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
