import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../platform/notifications/notify.js';
import { isoIn, viewersZone } from './iso-time.js';
import { saveCsv } from './save-file.js';

interface Props {
  readonly label: string;
  /** Without day and extension. */
  readonly fileName: string;
  /** Resolves with the whole CSV and the notification once it is saved. */
  readonly read: () => Promise<{ readonly csv: string; readonly saved: string }>;
  readonly failed: string;
}

export function ExportButton({ label, fileName, read, failed }: Props) {
  const [isExporting, setExporting] = useState(false);
  const save = async () => {
    setExporting(true);
    try {
      const { csv, saved } = await read();
      saveCsv(`${fileName}-${isoIn(Date.now(), viewersZone()).slice(0, 10)}.csv`, csv);
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
