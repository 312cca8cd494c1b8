import { useState } from 'react';
import { ActionIcon, Button, Group, Menu, Modal, NumberInput, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type Command, type Leader, NAME_MAX_LENGTH, REASON_MAX_LENGTH } from '@earworm/rules';
import { t as shared } from '../../platform/i18n/t.js';
import { Confirm } from '../../shared/ui/confirm.js';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './player-actions.module.css';
import { t } from '../../shared/game/texts.js';

type Give = (command: Command) => Promise<boolean>;
type Dialog = { readonly kind: 'rename' | 'score' | 'ban'; readonly player: Leader };

export interface PlayerActions {
  /** Stands in the player's row. */
  readonly menu: (player: Leader) => React.ReactNode;
  readonly dialog: React.ReactNode;
  readonly isOpen: boolean;
}

/** What a moderator may do about a player: a menu in the row, and what it opens. */
export function usePlayerActions(give: Give): PlayerActions {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const player = dialog?.player;
  const open = (kind: Dialog['kind'], of: Leader) => () => setDialog({ kind, player: of });
  const remove = ({ id: playerId }: Leader, ban: boolean) => void give({ type: 'removePlayer', playerId, ban });
  return {
    isOpen: dialog !== null,
    menu: (of) => (
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon className={styles.more} aria-label={t('actionsFor', { name: of.name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <bdi>{of.name}</bdi>
          </Menu.Label>
          <Menu.Item onClick={open('rename', of)}>{t('renamePlayer')}</Menu.Item>
          <Menu.Item onClick={open('score', of)}>{t('changeScore')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => remove(of, false)}>{t('removePlayer')}</Menu.Item>
          <Menu.Item color="var(--ew-wrong-text)" onClick={open('ban', of)}>
            {t('banPlayer')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
    dialog: (
      <>
        {player && dialog.kind === 'rename' && <Rename key={player.id} player={player} give={give} onClose={close} />}
        {player && dialog.kind === 'score' && <Score key={player.id} player={player} give={give} onClose={close} />}
        <Confirm
          opened={dialog?.kind === 'ban'}
          title={t('banTitle', { name: player?.name ?? '' })}
          text={t('banText', { name: player?.name ?? '' })}
          yes={t('banYes')}
          tone="wrong"
          onClose={close}
          onYes={() => player && remove(player, true)}
        />
      </>
    ),
  };
}

interface FormProps {
  readonly player: Leader;
  readonly give: Give;
  onClose(): void;
}

function Rename({ player, give, onClose }: FormProps) {
  const [name, setName] = useState(player.name);
  return (
    <Form
      title={t('renameTitle', { name: player.name })}
      yes={t('save')}
      ready={name.trim() !== ''}
      onClose={onClose}
      onYes={() => give({ type: 'renamePlayer', playerId: player.id, name })}
    >
      <TextInput
        label={t('newName')}
        value={name}
        maxLength={NAME_MAX_LENGTH}
        data-autofocus
        onChange={(change) => setName(change.currentTarget.value)}
      />
    </Form>
  );
}

function Score({ player, give, onClose }: FormProps) {
  const [gain, setGain] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const points = typeof gain === 'number' ? gain : 0;
  return (
    <Form
      title={t('scoreTitle', { name: player.name })}
      yes={t('change')}
      ready={points !== 0 && reason.trim() !== ''}
      onClose={onClose}
      onYes={() => give({ type: 'changeScore', playerId: player.id, gain: points, reason })}
    >
      <NumberInput
        label={t('pointsToAdd')}
        description={t('scoreNow', { score: `${figure(player.score)} → ${figure(player.score + points)}` })}
        value={gain}
        allowDecimal={false}
        min={-1_000_000}
        max={1_000_000}
        step={50}
        data-autofocus
        onChange={setGain}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Form>
  );
}

interface ReasonFieldProps {
  readonly value: string;
  readonly autoFocus?: boolean;
  onChange(reason: string): void;
}

export function ReasonField({ value, autoFocus = false, onChange }: ReasonFieldProps) {
  return (
    <TextInput
      mt="sm"
      label={t('reason')}
      description={t('reasonHint')}
      value={value}
      maxLength={REASON_MAX_LENGTH}
      autoFocus={autoFocus}
      onChange={(change) => onChange(change.currentTarget.value)}
    />
  );
}

interface FormShellProps {
  readonly title: string;
  readonly yes: string;
  readonly ready: boolean;
  readonly children: React.ReactNode;
  onClose(): void;
  /** Resolves to whether it was done; the form stays open if not. */
  onYes(): Promise<boolean>;
}

function Form({ title, yes, ready, children, onClose, onYes }: FormShellProps) {
  return (
    <Modal opened onClose={onClose} title={title} size="sm" closeButtonProps={{ 'aria-label': shared('close') }}>
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          if (ready) void onYes().then((done) => done && onClose());
        }}
      >
        {children}
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose}>
            {shared('cancel')}
          </Button>
          <Button type="submit" disabled={!ready}>
            {yes}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
