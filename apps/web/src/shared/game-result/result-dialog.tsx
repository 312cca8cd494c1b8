import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { GameResult } from '@earworm/contracts';
import { ranksOf } from '@earworm/rules';
import { awardLines } from '../game/awards.js';
import { saveCsv } from '../ui/save-file.js';
import { change, figure } from '../../platform/i18n/numbers.js';
import { exactly } from '../ui/relative-time.js';
import { TeamName } from '../teams/team-mark.js';
import { Skeletons } from '../ui/skeletons.js';
import styles from './result-dialog.module.css';
import { questionsCsv, scoresCsv, t, teamsCsv, teamStandings } from './result-csv.js';
import { Failed } from '../ui/empty-state.js';
import { Dialog } from '../ui/dialog.js';
import { useQuery } from '@tanstack/react-query';
import { http } from '../../platform/http/http.js';
import { isLimited, READ_ONCE } from '../../platform/http/queries.js';

interface Props {
  readonly gameId: string | null;
  readonly userId: string;
  onClose(): void;
}

export function ResultDialog({ gameId, userId, onClose }: Props) {
  const query = useGameResult(gameId);
  const phone = useMediaQuery('(max-width: 48em)');
  return (
    <Dialog opened={gameId !== null} onClose={onClose} title={t('resultTitle')} size={760} fullScreen={phone}>
      {query.isError ? (
        <Failed title={t('resultFailed')} query={query} />
      ) : query.data ? (
        <Result result={query.data} userId={userId} />
      ) : (
        <Skeletons label={t('loading')} count={1} height={200} />
      )}
    </Dialog>
  );
}

function Result({ result, userId }: { result: GameResult; userId: string }) {
  const { gameCode, standings, questions, changes = [] } = result;
  const ranks = ranksOf(standings);
  const teams = teamStandings(result);
  const own = standings.find(({ playerId }) => playerId === userId)?.team;
  const awards = awardLines(result.awards);
  return (
    <div className={styles.result}>
      <p className={styles.facts}>
        {t('moderatedBy', { name: result.moderatorName })} · {exactly(result.createdAt)} ·{' '}
        {t('code', { code: gameCode })}
      </p>
      <div className={styles.exports}>
        <Button variant="default" onClick={() => saveCsv(`earworm-${gameCode}-scores.csv`, scoresCsv(result))}>
          {t('exportScores')}
        </Button>
        {teams.length > 0 && (
          <Button variant="default" onClick={() => saveCsv(`earworm-${gameCode}-teams.csv`, teamsCsv(result))}>
            {t('exportTeams')}
          </Button>
        )}
        <Button variant="default" onClick={() => saveCsv(`earworm-${gameCode}-questions.csv`, questionsCsv(result))}>
          {t('exportQuestions')}
        </Button>
      </div>
      {teams.length > 0 && (
        <>
          <h2>{t('teams')}</h2>
          <ol className={styles.scores} aria-label={t('teams')}>
            {teams.map(({ number, name, score, place, members }) => (
              <li key={number} data-rank={place} data-own={number === own || undefined}>
                <div>
                  <TeamName number={number} name={name} />
                  <p className={styles.facts}>{members.length === 0 ? t('noMembers') : members.join(', ')}</p>
                </div>
                <b>{figure(score)}</b>
              </li>
            ))}
          </ol>
        </>
      )}
      <h2>{t(teams.length > 0 ? 'players' : 'finalScores')}</h2>
      {standings.length === 0 && <p className={styles.facts}>{t('noStandings')}</p>}
      <ol className={styles.scores}>
        {standings.map(({ playerId, name, score }, at) => (
          <li key={playerId} data-rank={ranks[at]} data-own={playerId === userId || undefined}>
            <span>{name}</span>
            <b>{figure(score)}</b>
          </li>
        ))}
      </ol>
      {awards.length > 0 && (
        <>
          <h2>{t('awards')}</h2>
          <ul className={styles.verdicts}>
            {awards.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {changes.length > 0 && (
        <>
          <h2>{t('byHand')}</h2>
          <ul className={styles.verdicts}>
            {changes.map(({ name, gain, reason, by }, at) => (
              <li key={at} data-correct={gain > 0}>
                {t('changeOf', { name, reason })} <b>{change(gain)}</b>{' '}
                <span className={styles.facts}>({t('changedBy', { by })})</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{t('questions')}</h2>
      {questions.length === 0 && <p className={styles.facts}>{t('noQuestions')}</p>}
      <ol className={styles.questions}>
        {questions.map(({ questionId, category, points, answer, songName, verdicts }) => (
          <li key={questionId}>
            <p className={styles.facts}>{t('questionOf', { category, points: figure(points) })}</p>
            <p className={styles.answer}>
              {answer}
              {songName && songName !== answer && <small>{songName}</small>}
            </p>
            <ul className={styles.verdicts} aria-label={t('verdicts')}>
              {verdicts.map(({ name, correct, gain, by }, at) => (
                <li key={at} data-correct={correct}>
                  {t(correct ? 'wasRight' : 'wasWrong', { name })} <b>{change(gain)}</b>
                  {by !== undefined && <span className={styles.facts}> ({t('judgedByName', { by })})</span>}
                </li>
              ))}
              {!verdicts.some(({ correct }) => correct) && <li>{t('nobody')}</li>}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

const useGameResult = (gameId: string | null) =>
  useQuery({
    ...READ_ONCE,
    queryKey: ['result', gameId],
    queryFn: () => http.call('gameResult', { params: { gameId: gameId ?? '' } }),
    enabled: gameId !== null,
    // Also after `not-found`: a game that has just ended may not have been read yet.
    retry: (times, error) => !isLimited(error) && times < 1,
  });
