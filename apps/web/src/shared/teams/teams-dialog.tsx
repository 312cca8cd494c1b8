import { ActionIcon, Button, Group, Menu, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { IconArrowsShuffle, IconDots, IconPlus } from '@tabler/icons-react';
import { type Command, type GameView, PLAYERS_MAX, TEAMS_MAX, type TeamView } from '@earworm/rules';
import { useState } from 'react';
import { figure } from '../../platform/i18n/numbers.js';
import { notify } from '../../platform/notifications/notify.js';
import type { Rights } from '../live/use-rights.js';
import { Confirm, Dialog } from '../ui/dialog.js';
import { Form } from '../ui/form.js';
import { CaptainForm, MergeForm, NameForm } from './team-forms.js';
import { TeamName } from './team-mark.js';
import styles from './teams-dialog.module.css';
import { t } from './texts.js';

type Give = (command: Command) => Promise<boolean>;

interface Props {
  readonly opened: boolean;
  readonly view: GameView;
  readonly rights: Rights;
  readonly give: Give;
  onClose(): void;
}

const TEAMS_AT_FIRST = 4;

/** The dialog stays open while its content changes. */
const focusIn = (place: HTMLElement | null): void =>
  place?.querySelector<HTMLElement>('[data-autofocus], button')?.focus({ preventScroll: true });

export const TeamsDialog = ({ opened, onClose, ...props }: Props) => (
  <Dialog opened={opened} onClose={onClose} title={t('teams')} size="md">
    {props.view.teams === undefined ? <FirstTeams {...props} /> : <Teams {...props} teams={props.view.teams} />}
  </Dialog>
);

type PartProps = Omit<Props, 'opened' | 'onClose'>;

/** Names that no team has, as a template of the language makes them. */
function freeNames(teams: readonly TeamView[], count: number): string[] {
  const taken = new Set(teams.map(({ name }) => name.toLowerCase()));
  const names: string[] = [];
  for (let number = 1; names.length < count; number++) {
    const name = t('defaultName', { number });
    if (!taken.has(name.toLowerCase())) names.push(name);
  }
  return names;
}

function FirstTeams({ view, rights, give }: PartProps) {
  const [count, setCount] = useState<number | string>(TEAMS_AT_FIRST);
  const isCount = typeof count === 'number' && count >= 2 && count <= TEAMS_MAX;
  return (
    <Form onSubmit={() => isCount && void give({ type: 'addTeams', names: freeNames([], count) })}>
      <Text mb="md">{t('lead')}</Text>
      <NumberInput
        label={t('howMany')}
        value={count}
        min={2}
        max={TEAMS_MAX}
        allowDecimal={false}
        data-autofocus
        onChange={setCount}
      />
      <Button type="submit" mt="lg" {...rights.barred('people', !isCount || view.status !== 'setup')}>
        {t('create')}
      </Button>
    </Form>
  );
}

function Teams({ view, rights, give, teams }: PartProps & { readonly teams: readonly TeamView[] }) {
  const [part, setPart] = useState<
    { readonly kind: 'rename' | 'merge' | 'captain'; readonly team: number } | 'add' | null
  >(null);
  const [isDealt, setDealt] = useState(false);
  /** What is asked about first, as it cannot be undone. */
  const [asked, setAsked] = useState<TeamView | 'deal' | null>(null);
  const close = () => setPart(null);
  const remove = ({ number }: TeamView) => void give({ type: 'removeTeam', team: number });
  const isSetup = view.status === 'setup';
  const isFixed = teams.some(({ fixed }) => fixed);
  const team = part === null || part === 'add' ? undefined : teams.find(({ number }) => number === part.team);
  const { teamSize = null, teamChoice = 'players' } = view.settings;
  const deal = async () => {
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (!(await give({ type: 'dealTeams', seed }))) return;
    setDealt(true);
    await notify(t('dealt'), 'success');
  };
  if (part === 'add')
    return (
      <div key="add" ref={focusIn}>
        <NameForm
          label={t('name')}
          yes={t('addYes')}
          start={freeNames(teams, 1)[0] ?? ''}
          onBack={close}
          onYes={(name) => give({ type: 'addTeams', names: [name] })}
        />
      </div>
    );
  if (part !== null && team !== undefined)
    return (
      <div key={part.kind} ref={focusIn}>
        {part.kind === 'rename' ? (
          <NameForm
            label={t('renameTitle', { team: team.name })}
            yes={t('save')}
            start={team.name}
            onBack={close}
            onYes={(name) => give({ type: 'renameTeam', team: team.number, name })}
          />
        ) : part.kind === 'captain' ? (
          <CaptainForm gameId={view.gameId} team={team} give={give} onBack={close} />
        ) : (
          <MergeForm team={team} others={teams.filter((other) => other !== team)} give={give} onBack={close} />
        )}
      </div>
    );
  return (
    <div key="teams" ref={focusIn}>
      <ul className={styles.teams} aria-label={t('teams')}>
        {teams.map((one) => (
          <li key={one.number}>
            <b className={styles.name}>
              <TeamName number={one.number} name={one.name} />
              {one.captain !== undefined && (
                <small className={styles.captain}>{t('captainIs', { name: one.memberNames?.[0] ?? '' })}</small>
              )}
            </b>
            <span className={styles.members}>{membersText(one, teamSize)}</span>
            {!isSetup && <b>{figure(one.score)}</b>}
            <Menu position="bottom-end" width={230}>
              <Menu.Target>
                <ActionIcon className={styles.more} aria-label={t('actionsFor', { team: one.name })}>
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {!isFixed && (
                  <Menu.Item {...rights.barred('people')} onClick={() => setPart({ kind: 'rename', team: one.number })}>
                    {t('rename')}
                  </Menu.Item>
                )}
                <Menu.Item
                  {...rights.barred('people', one.members === 0)}
                  onClick={() => setPart({ kind: 'captain', team: one.number })}
                >
                  {t('chooseCaptain')}
                </Menu.Item>
                {!isFixed && teams.length > 1 && (
                  <Menu.Item
                    {...rights.barred('people', view.current !== null)}
                    onClick={() => setPart({ kind: 'merge', team: one.number })}
                  >
                    {t('merge')}
                  </Menu.Item>
                )}
                {!isFixed && isSetup && (
                  <Menu.Item
                    color="var(--ew-wrong-text)"
                    {...rights.barred('people')}
                    onClick={() => (one.members > 0 ? setAsked(one) : remove(one))}
                  >
                    {t('remove')}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
      <Group gap="sm" mt="md">
        {isFixed ? (
          <Text c="dimmed">{t('fixed')}</Text>
        ) : (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            {...rights.barred('people', teams.length >= TEAMS_MAX)}
            onClick={() => setPart('add')}
          >
            {t('add')}
          </Button>
        )}
        {isSetup && (
          <Button
            leftSection={<IconArrowsShuffle size={18} aria-hidden />}
            {...rights.barred('people', view.playerCount === 0)}
            onClick={() => (isDealt || teams.every(({ members }) => members === 0) ? void deal() : setAsked('deal'))}
          >
            {t(isDealt ? 'dealAgain' : 'deal')}
          </Button>
        )}
      </Group>
      {isSetup && (
        <fieldset className={styles.settings} {...rights.barred('settings')}>
          <Text fw={600} id="team-choice">
            {t('choice')}
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby="team-choice"
            value={teamChoice}
            data={[
              { value: 'players', label: t('choicePlayers') },
              { value: 'moderator', label: t('choiceModerator') },
            ]}
            onChange={(choice) =>
              void give({
                type: 'changeSettings',
                settings: { teamChoice: choice === 'moderator' ? 'moderator' : 'players' },
              })
            }
          />
          <Text size="sm" c="dimmed">
            {t('choiceHint')}
          </Text>
          <NumberInput
            label={t('size')}
            description={t('sizeHint')}
            defaultValue={teamSize ?? ''}
            min={1}
            max={PLAYERS_MAX}
            allowDecimal={false}
            onBlur={(field) => {
              const typed = Number(field.currentTarget.value);
              const size = Number.isInteger(typed) && typed > 0 ? Math.min(typed, PLAYERS_MAX) : null;
              if (size !== teamSize) void give({ type: 'changeSettings', settings: { teamSize: size } });
            }}
          />
        </fieldset>
      )}
      <Confirm
        opened={asked === 'deal'}
        title={t('dealTitle')}
        text={t('dealText')}
        yes={t('deal')}
        onClose={() => setAsked(null)}
        onYes={() => void deal()}
      />
      <Confirm
        opened={asked !== null && asked !== 'deal'}
        title={t('removeTitle', { team: asked === 'deal' ? '' : (asked?.name ?? '') })}
        text={t('removeText')}
        yes={t('remove')}
        tone="wrong"
        onClose={() => setAsked(null)}
        onYes={() => asked !== null && asked !== 'deal' && remove(asked)}
      />
    </div>
  );
}

const membersText = ({ members: count }: TeamView, size: number | null): string =>
  size === null ? t('members', { count }) : t('membersOf', { count, size });
