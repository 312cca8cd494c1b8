import { Button } from '@mantine/core';
import { newId } from '@earworm/client';
import { TEMPLATE_LIMITS } from '@earworm/contracts';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { messageOf } from '../../platform/i18n/t.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { Dialog } from '../ui/dialog.js';
import { Form } from '../ui/form.js';
import { TextField } from '../ui/text-fields.js';

const t = textsOf('saveTemplate', {
  templateTitle: 'Template title',
  templateHint: 'Saves the whole board with its links and answers. Only you can see it until you publish it.',
  templateSave: 'Save Template',
  templateSaved: '“{{title}}” was saved to My Templates.',
  templateOpen: 'Open in the editor',
});

interface Props {
  readonly title: string;
  readonly gameId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function SaveAsTemplateDialog({ title: heading, gameId, opened, onClose }: Props) {
  const [title, setTitle] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  // Kept until accepted: a repeated press creates one template.
  const templateId = useRef(newId());

  const save = async () => {
    if (title.trim() === '') return setRefusal(messageOf('template-title-required'));
    setBusy(true);
    try {
      await http.call('templateFromGame', { body: { templateId: templateId.current, gameId, title: title.trim() } });
      setSaved(templateId.current);
      templateId.current = newId();
    } catch (error) {
      setRefusal(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  const close = () => {
    setSaved(null);
    onClose();
  };

  return (
    <Dialog opened={opened} onClose={close} title={heading}>
      {saved === null ? (
        <Form onSubmit={save}>
          <TextField
            label={t('templateTitle')}
            description={t('templateHint')}
            data-autofocus
            maxLength={TEMPLATE_LIMITS.titleLength}
            autoComplete="off"
            dir="auto"
            mb="lg"
            value={title}
            error={refusal}
            onChange={(value) => {
              setTitle(value);
              setRefusal(null);
            }}
          />
          <Button type="submit" fullWidth loading={busy}>
            {t('templateSave')}
          </Button>
        </Form>
      ) : (
        <>
          <p role="status">{t('templateSaved', { title: title.trim() })}</p>
          <Button fullWidth component={Link} to={`/template/edit/${saved}`}>
            {t('templateOpen')}
          </Button>
        </>
      )}
    </Dialog>
  );
}
