import { Button } from '@mantine/core';
import { newId } from '@earworm/client';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { http } from '../../platform/http/http.js';
import { queries } from '../../platform/http/queries.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { errorText, notify } from '../../platform/notifications/notify.js';
import styles from './start-dialog.module.css';

const t = textsOf('publicAnswers', {
  text: 'Anyone can see the answers in this template',
  copyFirst: 'Make a private copy first',
  copied: 'A copy was saved to My Templates.',
});

/** Before a game is made from a published template: players may look its answers up. */
export const PublicAnswers = ({ children }: { readonly children?: ReactNode }) => (
  <div className={styles.warning}>
    <p>{t('text')}</p>
    {children}
  </div>
);

interface CopyFirstProps {
  readonly templateId: string;
  readonly disabled: boolean;
  readonly onRun: (runs: boolean) => void;
  readonly onRefusal: (text: string | null) => void;
}

/** Opens a copy in the editor, where its questions can be changed. */
export function CopyFirst({ templateId, disabled, onRun, onRefusal }: CopyFirstProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  // Kept until accepted: a repeated press creates one copy.
  const copyId = useRef(newId());
  const runs = (now: boolean) => {
    setBusy(now);
    onRun(now);
  };
  const copy = async () => {
    onRefusal(null);
    runs(true);
    try {
      await http.call('copyTemplate', { params: { templateId }, body: { copyId: copyId.current } });
      await queries.invalidateQueries({ queryKey: ['templates'] });
      await notify(t('copied'), 'success');
      await navigate(`/template/edit/${copyId.current}`);
    } catch (error) {
      onRefusal(errorText(error));
      runs(false);
    }
  };
  return (
    <Button variant="default" size="compact-md" loading={busy} disabled={disabled} onClick={() => void copy()}>
      {t('copyFirst')}
    </Button>
  );
}
