import { useState } from 'react';
import { ActionIcon, Button, Group, Menu, NumberInput, Select, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type Command, type Leader, REASON_MAX_LENGTH, type TeamView } from '@earworm/rules';
import type { Rights } from '../live/use-rights.js';
import { t as shared } from '../../platform/i18n/t.js';
import { Confirm, Dialog } from '../ui/dialog.js';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './player-actions.module.css';
import { t as teamText } from '../teams/texts.js';
import { t } from './texts.js';
import { Form } from '../ui/form.js';
import { NameField } from '../ui/name-field.js';
import { TextField } from '../ui/text-fields.js';

type Give = (command: Command) => Promise<boolean>;
type OpenDialog = { readonly kind: 'rename' | 'score' | 'ban' | 'team'; readonly player: Leader };

export interface PlayerActions {
  readonly menu: (player: Leader) => React.ReactNode;
  readonly dialog: React.ReactNode;
  readonly isOpen: boolean;
}

/** `rights`: of the user in the game; `teams`: among which players can be moved. */
export function usePlayerActions(
  give: Give,
  rights: Pick<Rights, 'barred'>,
  teams?: readonly TeamView[],
): PlayerActions {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const player = dialog?.player;
  const open = (kind: OpenDialog['kind'], of: Leader) => () => setDialog({ kind, player: of });
  const renameTo = ({ id: playerId }: Leader, name: string) => void give({ type: 'renamePlayer', playerId, name });
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
          <Menu.Item {...rights.barred('people')} onClick={open('rename', of)}>
            {t('renamePlayer')}
          </Menu.Item>
          <Menu.Item {...rights.barred('people')} onClick={() => renameTo(of, t('neutralName', { seat: of.seat }))}>
            {t('renameTo', { name: t('neutralName', { seat: of.seat }) })}
          </Menu.Item>
          <Menu.Item {...rights.barred('judge')} onClick={open('score', of)}>
            {t('changeScore')}
          </Menu.Item>
          {teams !== undefined && (
            <Menu.Item {...rights.barred('people')} onClick={open('team', of)}>
              {teamText('moveTo')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item {...rights.barred('people')} onClick={() => remove(of, false)}>
            {t('removePlayer')}
          </Menu.Item>
          <Menu.Item color="var(--ew-wrong-text)" {...rights.barred('people')} onClick={open('ban', of)}>
            {t('banPlayer')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
    dialog: (
      <>
        {player && dialog.kind === 'rename' && <Rename key={player.id} player={player} give={give} onClose={close} />}
        {player && dialog.kind === 'score' && <Score key={player.id} player={player} give={give} onClose={close} />}
        {player && teams && dialog.kind === 'team' && (
          <Move key={player.id} player={player} teams={teams} give={give} onClose={close} />
        )}
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

interface PlayerDialogProps {
  readonly player: Leader;
  readonly give: Give;
  onClose(): void;
}

function Rename({ player, give, onClose }: PlayerDialogProps) {
  const [name, setName] = useState(player.name);
  return (
    <PlayerForm
      title={t('renameTitle', { name: player.name })}
      yes={t('save')}
      ready={name.trim() !== ''}
      onClose={onClose}
      onYes={() => give({ type: 'renamePlayer', playerId: player.id, name })}
    >
      <NameField label={t('newName')} value={name} data-autofocus autoComplete="off" onChange={setName} />
    </PlayerForm>
  );
}

function Move({ player, teams, give, onClose }: PlayerDialogProps & { readonly teams: readonly TeamView[] }) {
  const [team, setTeam] = useState<string | null>(null);
  return (
    <PlayerForm
      title={teamText('moveTitle', { name: player.name })}
      yes={teamText('moveYes')}
      ready={team !== null}
      onClose={onClose}
      onYes={() => give({ type: 'moveToTeam', playerId: player.id, team: Number(team) })}
    >
      <Text mb="md">{teamText('moveText')}</Text>
      <Select
        label={teamText('team')}
        data={teams.map(({ number, name }) => ({ value: String(number), label: name }))}
        value={team}
        data-autofocus
        onChange={setTeam}
      />
    </PlayerForm>
  );
}

function Score({ player, give, onClose }: PlayerDialogProps) {
  const [gain, setGain] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const points = typeof gain === 'number' ? gain : 0;
  return (
    <PlayerForm
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
    </PlayerForm>
  );
}

interface ReasonFieldProps {
  readonly value: string;
  readonly autoFocus?: boolean;
  onChange(reason: string): void;
}

export function ReasonField({ value, autoFocus = false, onChange }: ReasonFieldProps) {
  return (
    <TextField
      mt="sm"
      label={t('reason')}
      description={t('reasonHint')}
      value={value}
      maxLength={REASON_MAX_LENGTH}
      autoFocus={autoFocus}
      onChange={onChange}
    />
  );
}

interface PlayerFormProps {
  readonly title: string;
  readonly yes: string;
  readonly ready: boolean;
  readonly children: React.ReactNode;
  onClose(): void;
  /** Resolves to whether it was accepted; the form stays open if not. */
  onYes(): Promise<boolean>;
}

function PlayerForm({ title, yes, ready, children, onClose, onYes }: PlayerFormProps) {
  return (
    <Dialog opened onClose={onClose} title={title} size="sm">
      <Form onSubmit={() => ready && onYes().then((done) => done && onClose())}>
        {children}
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose}>
            {shared('cancel')}
          </Button>
          <Button type="submit" disabled={!ready}>
            {yes}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
