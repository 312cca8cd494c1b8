import { Button, FileButton, NativeSelect } from '@mantine/core';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { type Encoding, ENCODINGS } from './encodings.js';
import styles from './table-import.module.css';
import { t } from './texts.js';

interface DropZoneProps extends ComponentProps<'div'> {
  onFile(file: File): void;
}

/** Where a file may be dropped. */
export function DropZone({ onFile, className = '', ...props }: DropZoneProps) {
  const [over, setOver] = useState(false);
  return (
    <div
      {...props}
      className={`${styles.zone} ${className}`}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file) onFile(file);
      }}
    />
  );
}

interface FileChoiceProps {
  readonly accept: string;
  readonly hasFile: boolean;
  /** Shown beside the button once there is a file. */
  readonly children?: ReactNode;
  onFile(file: File): void;
}

export function FileChoice({ accept, hasFile, children, onFile }: FileChoiceProps) {
  // Browsers do not report the same file chosen twice, which may have been fixed in between.
  const forgetChoice = useRef<() => void>(null);
  const take = (file: File | null) => {
    if (!file) return;
    onFile(file);
    forgetChoice.current?.();
  };
  return (
    <div className={styles.pick}>
      <FileButton resetRef={forgetChoice} accept={accept} onChange={take}>
        {(props) => (
          <Button variant="default" {...props}>
            {t(hasFile ? 'pickOther' : 'pick')}
          </Button>
        )}
      </FileButton>
      {hasFile ? children : <span className={styles.hint}>{t('drop')}</span>}
    </div>
  );
}

interface EncodingChoiceProps {
  readonly value: Encoding;
  onChoose(encoding: Encoding): void;
}

export const EncodingChoice = ({ value, onChoose }: EncodingChoiceProps) => (
  <NativeSelect
    label={t('encoding')}
    description={t('encodingHint')}
    data={ENCODINGS.map((each) => ({ value: each, label: t(`e_${each}`) }))}
    value={value}
    onChange={(event) => onChoose(event.currentTarget.value as Encoding)}
  />
);
