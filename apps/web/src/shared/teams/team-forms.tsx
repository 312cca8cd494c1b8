import { Button, Group, Select, Text } from '@mantine/core';
import type { Command, GameId, TeamView } from '@earworm/rules';
import { useState } from 'react';
import { t as shared } from '../../platform/i18n/t.js';
import { useRoster } from '../live/use-roster.js';
import { Failed } from '../ui/empty-state.js';
import { Form } from '../ui/form.js';
import { NameField } from '../ui/name-field.js';
import { t } from './texts.js';

interface NamingProps {
  readonly label: string;
  readonly yes: string;
  readonly start: string;
  onYes(name: string): Promise<boolean>;
  onBack(): void;
}

/** The name of a new team, or another one. */
export function NameForm({ label, yes, start, onYes, onBack }: NamingProps) {
  const [name, setName] = useState(start);
  return (
    <Form onSubmit={() => name.trim() !== '' && onYes(name).then((isDone) => isDone && onBack())}>
      <NameField label={label} value={name} data-autofocus autoComplete="off" onChange={setName} />
      <Buttons yes={yes} isReady={name.trim() !== ''} onBack={onBack} />
    </Form>
  );
}

interface MergeProps {
  readonly team: TeamView;
  readonly others: readonly TeamView[];
  give(command: Command): Promise<boolean>;
  onBack(): void;
}

export function MergeForm({ team, others, give, onBack }: MergeProps) {
  const [into, setInto] = useState(String(others[0]?.number ?? ''));
  return (
    <Form
      onSubmit={() =>
        give({ type: 'mergeTeams', team: team.number, into: Number(into) }).then((isDone) => isDone && onBack())
      }
    >
      <Text fw={600}>{t('mergeTitle', { team: team.name })}</Text>
      <Text mb="md">{t('mergeText')}</Text>
      <Select
        label={t('mergeInto')}
        data={others.map(({ number, name }) => ({ value: String(number), label: name }))}
        value={into}
        allowDeselect={false}
        onChange={(value) => setInto(value ?? '')}
      />
      <Buttons yes={t('mergeYes')} isReady onBack={onBack} />
    </Form>
  );
}

interface CaptainProps {
  readonly gameId: GameId;
  readonly team: TeamView;
  give(command: Command): Promise<boolean>;
  onBack(): void;
}

const NONE = '';

/** Of active members: one who has left is captain no more. */
export function CaptainForm({ gameId, team, give, onBack }: CaptainProps) {
  const { people, failure, again } = useRoster(gameId);
  const [chosen, setChosen] = useState<string>(team.captain ?? NONE);
  const members = (people ?? []).filter((player) => player.team === team.number && player.isActive);
  const captain = members.find(({ id }) => id === chosen)?.id ?? null;
  if (failure !== null) return <Failed title={failure} query={{ isFetching: false, refetch: again }} />;
  return (
    <Form
      onSubmit={() =>
        give({ type: 'setCaptain', team: team.number, playerId: captain }).then((isDone) => isDone && onBack())
      }
    >
      <Select
        label={t('captainOf', { team: team.name })}
        description={t('captainHint')}
        data={[{ value: NONE, label: t('noCaptain') }, ...members.map(({ id, name }) => ({ value: id, label: name }))]}
        value={captain ?? NONE}
        readOnly={people === null}
        searchable
        allowDeselect={false}
        data-autofocus
        onChange={(value) => setChosen(value ?? NONE)}
      />
      <Buttons yes={t('save')} isReady={people !== null} onBack={onBack} />
    </Form>
  );
}

const Buttons = ({ yes, isReady, onBack }: { yes: string; isReady: boolean; onBack: () => void }) => (
  <Group justify="flex-end" gap="sm" mt="lg">
    <Button variant="default" onClick={onBack}>
      {shared('cancel')}
    </Button>
    <Button type="submit" disabled={!isReady}>
      {yes}
    </Button>
  </Group>
);
