import { Button, Group, Modal, Text } from '@mantine/core';

interface ConfirmProps {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** `wrong` for what cannot be taken back. */
  readonly tone?: 'now' | 'wrong';
  onYes(): void;
  onClose(): void;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ opened, title, text, yes, no, tone = 'now', onYes, onClose }: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="sm">
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {no}
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
    </Modal>
  );
}
