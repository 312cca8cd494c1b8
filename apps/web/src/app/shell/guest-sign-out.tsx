import { Group, List, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t as shared } from '../../platform/i18n/t.js';
import { useTranslator } from '../../platform/i18n/texts.js';
import { askToSignUp } from '../../platform/session/sign-in-prompt.js';
import { type Belongings, readBelongings } from './belongings.js';
import { t } from '../../platform/session/guest/follow-moves.js';
import { Button } from '../../shared/controls/button.js';
import { Dialog } from '../../shared/ui/dialog.js';

interface Props {
  readonly onYes: () => void;
  readonly onClose: () => void;
}

export function GuestSignOut({ onYes, onClose }: Props) {
  useTranslator();
  const [has, setHas] = useState<Belongings | 'reading' | 'unknown'>('reading');
  useEffect(() => {
    readBelongings().then(setHas, () => setHas('unknown'));
  }, []);
  const answer = (go: () => void) => {
    onClose();
    go();
  };
  return (
    <Dialog opened onClose={onClose} title={t('signOutTitle')} size="md">
      <Text mb="sm">{t('cannotReturn')}</Text>
      <div role="status">{lossOf(has)}</div>
      <Text mb="lg">{t('keepAll')}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('cancel')}
        </Button>
        <Button data-tone="wrong" onClick={() => answer(onYes)}>
          {shared('signOut')}
        </Button>
        <Button data-autofocus onClick={() => answer(() => void askToSignUp())}>
          {shared('createAccount')}
        </Button>
      </Group>
    </Dialog>
  );
}

function lossOf(has: Belongings | 'reading' | 'unknown') {
  if (has === 'reading') return <Text mb="sm">{t('counting')}</Text>;
  if (has === 'unknown') return <Text mb="sm">{t('lostUnknown')}</Text>;
  const lost = (['templates', 'seats', 'moderated'] as const).filter((kind) => has[kind] > 0);
  if (lost.length === 0) return null;
  return (
    <>
      <Text>{t('lost')}</Text>
      <List mb="sm">
        {lost.map((kind) => (
          <List.Item key={kind}>{t(kind, { count: has[kind] })}</List.Item>
        ))}
      </List>
    </>
  );
}
