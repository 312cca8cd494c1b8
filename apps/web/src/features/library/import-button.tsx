import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '../../shared/ui/lazy-dialog.js';
import { t } from './texts.js';

const ImportDialog = lazyDialog(
  () => import('./import-dialog.js'),
  (module) => module.ImportDialog,
);

export function ImportButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={20} aria-hidden />} onClick={() => setOpened(true)}>
        {t('import')}
      </Button>
      <ImportDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
