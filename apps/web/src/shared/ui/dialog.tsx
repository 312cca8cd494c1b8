import { Modal, type ModalProps, Button, Group, Text } from '@mantine/core';
import { t } from '../../platform/i18n/t.js';

export const Dialog = (props: ModalProps) => <Modal closeButtonProps={{ 'aria-label': t('close') }} {...props} />;

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly tone?: 'now' | 'wrong';
  readonly onYes: () => void;
  readonly onClose: () => void;
}

export function Confirm({ opened, title, text, yes, tone = 'now', onYes, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="sm">
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          data-tone={tone}
          data-autofocus
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </Button>
      </Group>
    </Dialog>
  );
}
