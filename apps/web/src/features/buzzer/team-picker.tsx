import { useState } from 'react';
import { IconArrowsShuffle, IconCheck } from '@tabler/icons-react';
import type { GameView, OwnSeat, TeamView } from '@earworm/rules';
import { messageOf } from '../../platform/i18n/t.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { Button } from '../../shared/controls/button.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { TeamMark, teamOf, TeamName } from '../../shared/teams/team-mark.js';
import { letters } from '../../shared/ui/names.js';
import styles from './team-picker.module.css';

const t = textsOf('teamPicker', {
  choose: 'Choose your team',
  chooseText: 'You can change it until {{name}} starts the game.',
  yours: 'Your team',
  full: 'Full',
  members_one: '{{count}} player',
  members_other: '{{count}} players',
  membersOf: '{{count}} of {{size}}',
  anyTeam: 'Put me where there is room',
  youPlayFor: 'You play for',
  captainIs: 'Captain: {{name}}',
  comes: '{{name}} puts the teams together.',
});

interface Props {
  readonly view: GameView;
  readonly seat: OwnSeat;
  readonly send: LiveGame['send'];
}

/** Before the start: the teams to choose from, or the one that the moderator has given. */
export function TeamPicker({ view, seat, send }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const teams = view.teams ?? [];
  const own = teamOf(view, seat.team);
  const choose = ({ number: team }: TeamView) =>
    void send({ type: 'joinTeam', team }).then((answer) =>
      setRefusal(answer.ok ? null : messageOf(answer.code, answer.params)),
    );
  if (view.settings.teamChoice === 'moderator') return <GivenTeam view={view} team={own} />;
  const { teamSize = null } = view.settings;
  const isFull = ({ number, members }: TeamView) => number !== own?.number && teamSize !== null && members >= teamSize;
  const open = teams.filter((team) => !isFull(team));
  const smallest = open.reduce<TeamView | null>(
    (least, team) => (least === null || team.members < least.members ? team : least),
    null,
  );
  return (
    <section className={styles.picker} data-teams aria-labelledby="choose-team">
      <h1 id="choose-team" className={styles.title}>
        {t('choose')}
      </h1>
      <p className={styles.text}>{t('chooseText', { name: view.moderatorName })}</p>
      <ul className={styles.teams}>
        {teams.map((team) => (
          <li key={team.number}>
            <button
              type="button"
              className={styles.team}
              aria-pressed={team === own}
              disabled={isFull(team)}
              onClick={() => choose(team)}
            >
              <b className={styles.name}>
                <TeamName number={team.number} name={team.name} />
                <CaptainName team={team} />
              </b>
              <span className={styles.note}>
                {team === own ? (
                  <>
                    <IconCheck size={18} aria-hidden /> {t('yours')}
                  </>
                ) : isFull(team) ? (
                  t('full')
                ) : teamSize === null ? (
                  t('members', { count: team.members })
                ) : (
                  t('membersOf', { count: team.members, size: teamSize })
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {refusal !== null && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      {own === undefined && smallest !== null && (
        <Button
          fullWidth
          variant="default"
          leftSection={<IconArrowsShuffle size={18} aria-hidden />}
          onClick={() => choose(smallest)}
        >
          {t('anyTeam')}
        </Button>
      )}
    </section>
  );
}

const CaptainName = ({ team: { captain, memberNames = [] } }: { team: TeamView }) =>
  captain !== undefined && <small className={styles.captain}>{t('captainIs', { name: memberNames[0] ?? '' })}</small>;

function GivenTeam({ view, team }: { view: GameView; team: TeamView | undefined }) {
  return (
    <section className={styles.given} data-teams role="status">
      {team === undefined ? (
        <p className={styles.text}>{t('comes', { name: view.moderatorName })}</p>
      ) : (
        <>
          <p className={styles.text}>{t('youPlayFor')}</p>
          <span className={styles.sign}>
            <TeamMark number={team.number} />
          </span>
          <h1 className={styles.own} style={letters(team.name)}>
            <bdi>{team.name}</bdi>
          </h1>
          <p className={styles.text}>{t('members', { count: team.members })}</p>
          <CaptainName team={team} />
        </>
      )}
    </section>
  );
}
