import { Anchor, Button, FileButton, Loader } from '@mantine/core';
import { PATHS } from '@earworm/contracts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Problems } from './import-problems.js';
import styles from './library.module.css';
import { t } from './texts.js';
import { useImport } from './use-import.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { FormError } from '../../shared/ui/form.js';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ImportDialog({ opened, onClose }: Props) {
  const { state, take, again } = useImport();
  const [over, setOver] = useState(false);
  const close = () => {
    onClose();
    again();
  };
  return (
    <Dialog opened={opened} onClose={close} title={t('importTitle')} size="lg">
      <div className={styles.stack}>
        {(state.kind === 'empty' || state.kind === 'busy') && (
          <>
            <p className={styles.hint}>{t('importLead')}</p>
            <div
              className={styles.drop}
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
                if (file) void take(file);
              }}
            >
              {state.kind === 'busy' ? (
                <Loader role="status" aria-label={t('importing')} />
              ) : (
                <>
                  <FileButton
                    accept=".json,.csv,.txt,.tsv,application/json,text/csv"
                    onChange={(file) => file && void take(file)}
                  >
                    {(props) => <Button {...props}>{t('importPick')}</Button>}
                  </FileButton>
                  <span className={styles.hint}>{t('importDrop')}</span>
                </>
              )}
            </div>
            <Anchor href={PATHS.templateSchema.path} target="_blank" rel="noopener">
              {t('schema')}
            </Anchor>
          </>
        )}
        {state.kind === 'failed' && <FormError>{state.text}</FormError>}
        {state.kind === 'refused' && (
          <>
            <FormError>{t('importRefused', { name: state.name })}</FormError>
            <Problems problems={state.problems} total={state.total} />
          </>
        )}
        {state.kind === 'imported' && (
          <>
            <p role="status">
              {t('importDone', {
                name: state.name,
                questions: t('questions', { count: state.questionCount }),
                categories: t('categories', { count: state.categoryCount }),
              })}
            </p>
            {state.total > 0 && (
              <>
                <p className={styles.hint}>{t('importWarnings', { count: state.total })}</p>
                <Problems problems={state.warnings} total={state.total} />
              </>
            )}
            <Button component={Link} to={`/template/edit/${state.templateId}`}>
              {t('importOpen')}
            </Button>
          </>
        )}
        {['failed', 'refused', 'imported'].includes(state.kind) && (
          <Button variant="default" onClick={again}>
            {t('importAnother')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
