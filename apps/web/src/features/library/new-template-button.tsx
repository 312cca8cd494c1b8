import { Button } from '@mantine/core';
import { newId } from '@earworm/client';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { notifyError } from '../../platform/notifications/notify.js';
import { languageNow } from '../../platform/i18n/texts.js';
import { t } from './texts.js';

export function NewTemplateButton() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  // Kept until accepted: a repeated request creates one template.
  const templateId = useRef(newId());
  const make = async () => {
    setBusy(true);
    try {
      const facts = { title: '', description: '', language: languageNow(), tags: [] };
      await http.call('createTemplate', { body: { templateId: templateId.current, facts } });
      await navigate(`/template/edit/${templateId.current}`);
    } catch (error) {
      await notifyError(error);
      setBusy(false);
    }
  };
  return (
    <Button leftSection={<IconPlus size={20} aria-hidden />} loading={busy} onClick={() => void make()}>
      {t('newTemplate')}
    </Button>
  );
}
