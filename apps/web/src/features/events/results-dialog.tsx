import { Button, Progress, Text } from '@mantine/core';
import type { ShowDetail } from '@earworm/contracts';
import { figure } from '../../platform/i18n/numbers.js';
import { notify } from '../../platform/notifications/notify.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { FormError } from '../../shared/ui/form.js';
import styles from './events.module.css';
import { roomsIn } from './phases.js';
import { t } from './results-texts.js';
import { useResults } from './use-results.js';

interface Props {
  readonly show: ShowDetail;
  readonly onClose: () => void;
}

export function ResultsDialog({ show, onClose }: Props) {
  const saved = () => {
    void notify(t('saved'), 'success');
    onClose();
  };
  const { done, isRunning, isWaiting, failure, save } = useResults(show, saved);
  const all = Math.max(1, roomsIn(show.counts));
  const progress = t('reading', { n: figure(done), all: figure(all) });
  return (
    <Dialog opened onClose={onClose} title={t('title')}>
      <div className={styles.stack}>
        <Text>{t('text')}</Text>
        {isRunning && <Progress value={Math.min(100, (100 * done) / all)} aria-label={progress} />}
        <span role="status">
          {isRunning && progress} {isWaiting && t('waits')}
        </span>
        <FormError>{failure}</FormError>
        {isRunning ? (
          <Button variant="default" onClick={onClose}>
            {t('stop')}
          </Button>
        ) : (
          <Button data-autofocus onClick={() => void save()}>
            {t('save')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
