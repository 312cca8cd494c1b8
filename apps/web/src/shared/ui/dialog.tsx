import { Modal, type ModalProps, Button, Group, Text } from '@mantine/core';
import { memo, type ReactNode, useEffect, useEffectEvent } from 'react';
import { t } from '../../platform/i18n/t.js';

/** Handlers of the open dialogs, the topmost last. */
const openDialogs: (() => void)[] = [];

addEventListener(
  'keydown',
  ({ key, isComposing, target }) => {
    if (key !== 'Escape' || isComposing) return;
    // Mantine's mark for Escape that closes a menu or list of options.
    if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
    openDialogs.at(-1)?.();
  },
  { capture: true },
);

/** Closes only the topmost dialog. Mantine's `Modal.Stack` would hide those below, also from a screenshot. */
function useCloseOnEscape(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const closeThis = () => close();
    openDialogs.push(closeThis);
    return () => void openDialogs.splice(openDialogs.indexOf(closeThis), 1);
  }, [opened]);
}

interface WhileOpenedProps {
  readonly opened: boolean;
  readonly children: ReactNode;
}

/** Keeps its content while the dialog fades out. */
const WhileOpened = memo(
  ({ children }: WhileOpenedProps) => children,
  (_, { opened }) => !opened,
);

export function Dialog({ opened, title, children, closeOnEscape = true, ...props }: ModalProps) {
  useCloseOnEscape(opened, () => closeOnEscape && props.onClose());
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('close') }}
      {...props}
      opened={opened}
      closeOnEscape={false}
      title={<WhileOpened opened={opened}>{title}</WhileOpened>}
    >
      <WhileOpened opened={opened}>{children}</WhileOpened>
    </Modal>
  );
}

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly tone?: 'now' | 'wrong';
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** The focus is on *Cancel*: a key pressed out of habit confirms nothing. */
export function Confirm({ opened, title, text, yes, tone = 'now', onYes, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="sm">
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          data-tone={tone}
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
