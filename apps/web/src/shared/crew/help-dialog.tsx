import { Button, Group, Radio, Text } from '@mantine/core';
import { type Command, type GameView, HELP_CATEGORIES, HELP_MAX_LENGTH, type HelpCategory } from '@earworm/rules';
import { useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { t as shared } from '../../platform/i18n/t.js';
import { Dialog } from '../ui/dialog.js';
import { Form } from '../ui/form.js';
import { TextArea } from '../ui/text-fields.js';
import styles from './crew-dialog.module.css';
import { helpCategory, t } from './texts.js';

interface HelpDialogProps {
  readonly view: GameView;
  readonly opened: boolean;
  readonly onClose: () => void;
  give(command: Command): Promise<boolean>;
}

/** One call at a time: the bar on the desk withdraws an open one. */
export function HelpDialog({ view, opened, give, onClose }: HelpDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('helpTitle')} size="md">
      {view.help === undefined ? (
        <Call give={give} onClose={onClose} />
      ) : (
        <p className={styles.note}>{t('helpCalled', { category: helpCategory(view.help.category) })}</p>
      )}
    </Dialog>
  );
}

function Call({ give, onClose }: Pick<HelpDialogProps, 'give' | 'onClose'>) {
  const [category, choose] = useState<HelpCategory>('sound');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const call = async () => {
    setBusy(true);
    const isCalled = await give({ type: 'callForHelp', category, text });
    setBusy(false);
    if (isCalled) onClose();
  };
  return (
    <Form onSubmit={() => void call()}>
      <Text c="dimmed" mb="md">
        {t('helpLead')}
      </Text>
      <Radio.Group label={t('helpWhat')} value={category} onChange={(value) => choose(value as HelpCategory)}>
        <div className={styles.choices}>
          {HELP_CATEGORIES.map((one) => (
            <Radio.Card key={one} value={one} className={styles.choice}>
              <Radio.Indicator aria-hidden />
              <span>{helpCategory(one)}</span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <TextArea
        mt="md"
        label={t('helpText')}
        description={`${t('helpTextHint')} · ${t('helpLength', { n: figure(text.length), most: figure(HELP_MAX_LENGTH) })}`}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={HELP_MAX_LENGTH}
        value={text}
        onChange={setText}
      />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          {shared('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('callOperator')}
        </Button>
      </Group>
    </Form>
  );
}
