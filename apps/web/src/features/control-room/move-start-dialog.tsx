import { Button, SegmentedControl, Select, Text } from '@mantine/core';
import type { BulkAct } from '@earworm/contracts';
import { useState } from 'react';
import { localIn, zoneName } from '../../shared/shows/show-times.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { timeIn } from '../../shared/ui/iso-time.js';
import { TextField } from '../../shared/ui/text-fields.js';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './control-room.module.css';
import { t } from './texts.js';

const MINUTES = [5, 10, 15, 20, 30, 45, 60, 90, 120];

interface Props {
  readonly lead: string;
  /** Of the first of the rooms. */
  readonly startsAt: number;
  readonly timeZone: string;
  move(act: BulkAct): void;
  onClose(): void;
}

/** Later by some minutes, or one time for all of them. */
export function MoveStartDialog({ lead, startsAt, timeZone, move, onClose }: Props) {
  const [how, setHow] = useState('later');
  const [minutes, setMinutes] = useState('10');
  const [time, setTime] = useState(localIn(startsAt, timeZone));
  const [isMissing, setMissing] = useState(false);
  const send = () => {
    if (how === 'later') return move({ type: 'moveStart', minutes: Number(minutes) });
    const at = timeIn(`${time.slice(0, 16)}:00`, timeZone);
    if (Number.isNaN(at)) return setMissing(true);
    move({ type: 'setStart', startsAt: at });
  };
  return (
    <Dialog opened onClose={onClose} title={t('moveStartTitle')} size="sm">
      <Form onSubmit={send}>
        <Text mb="md">{lead}</Text>
        <SegmentedControl
          aria-label={t('moveStartHow')}
          mb="md"
          data={[
            { value: 'later', label: t('startLater') },
            { value: 'at', label: t('startAt') },
          ]}
          value={how}
          onChange={setHow}
        />
        {how === 'later' ? (
          <Select
            label={t('startMinutes')}
            allowDeselect={false}
            data={MINUTES.map((count) => ({ value: String(count), label: t('minutes', { n: figure(count) }) }))}
            value={minutes}
            onChange={(chosen) => setMinutes(chosen ?? '10')}
          />
        ) : (
          <TextField
            type="datetime-local"
            label={t('start')}
            description={zoneName(timeZone)}
            withAsterisk
            required
            value={time}
            error={isMissing && t('startMissing')}
            onChange={(typed) => {
              setTime(typed);
              setMissing(false);
            }}
          />
        )}
        <div className={styles.acts}>
          <Button type="submit" data-tone="now">
            {t('moveStartYes')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
