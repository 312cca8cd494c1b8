import { Anchor } from '@mantine/core';
import { newId } from '@earworm/client';
import { PATHS, RefusedError, TEMPLATE_LIMITS, type TemplateId } from '@earworm/contracts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { type ConfirmedList, ListImport } from '../../shared/list-import/list-import.js';
import { Dialog } from '../../shared/ui/dialog.js';
import styles from './library.module.css';
import { useReread } from './template-query.js';
import { t } from './texts.js';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A list as a new template, which opens in the editor. */
export function ImportDialog({ opened, onClose }: Props) {
  const navigate = useNavigate();
  const reread = useReread();
  // Sent again after a lost answer, it is one template.
  const [templateId] = useState(() => newId() as TemplateId);
  const create = async ({ categories, name, facts }: ConfirmedList) => {
    const title = (facts?.title || name || t('importedTitle')).slice(0, TEMPLATE_LIMITS.titleLength);
    const plain = { description: '', language: null, tags: [], ...facts, title };
    try {
      await http.call('createTemplate', { body: { templateId, facts: plain, categories: [...categories] } });
      await reread();
      return null;
    } catch (error) {
      return { code: error instanceof RefusedError ? error.code : 'internal', text: errorText(error) };
    }
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('importTitle')} size="xl">
      <div className={styles.stack}>
        <ListImport
          storageKey="list.import"
          takesIncomplete
          onConfirm={create}
          onDone={() => void navigate(`/template/edit/${templateId}`)}
        />
        <Anchor href={PATHS.templateSchema.path} target="_blank" rel="noopener">
          {t('schema')}
        </Anchor>
      </div>
    </Dialog>
  );
}
