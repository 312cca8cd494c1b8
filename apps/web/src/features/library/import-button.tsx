import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from './texts.js';

const ImportDialog = lazy(() => import('./import-dialog.js').then((m) => ({ default: m.ImportDialog })));

export function ImportButton() {
  const [opened, setOpened] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const open = () => {
    setLoaded(true);
    setOpened(true);
  };
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={20} aria-hidden />} onClick={open}>
        {t('import')}
      </Button>
      {loaded && (
        <Suspense>
          <ImportDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
