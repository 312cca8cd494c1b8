import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../platform/notifications/notify.js';
import { isoIn, viewersZone } from './iso-time.js';
import { saveFile } from './save-file.js';

interface Props {
  readonly label: string;
  /** Without day and extension. */
  readonly fileName: string;
  /** Of the file; CSV unless given. */
  readonly type?: { readonly extension: string; readonly contentType: string };
  /** Resolves with the whole text and the notification once it is saved. */
  readonly read: () => Promise<{ readonly text: string; readonly saved: string }>;
  readonly failed: string;
}

const CSV = { extension: 'csv', contentType: 'text/csv;charset=utf-8' };

export function ExportButton({ label, fileName, type = CSV, read, failed }: Props) {
  const [isExporting, setExporting] = useState(false);
  const save = async () => {
    setExporting(true);
    try {
      const { text, saved } = await read();
      const day = isoIn(Date.now(), viewersZone()).slice(0, 10);
      saveFile({ fileName: `${fileName}-${day}.${type.extension}`, contentType: type.contentType, text });
      void notify(saved, 'success');
    } catch {
      void notify(failed, 'error');
    } finally {
      setExporting(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={20} />}
      loading={isExporting}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
