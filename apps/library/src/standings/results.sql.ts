import { SHOWN_NAME } from '../history/history.sql.js';

const KEY = `version || '.' || revision as key`;

/** Of the games of an event that have begun. */
export const RESULT_KEYS = `select game_id as "gameId", ${KEY} from game where show_id = $1 and status <> 'setup'`;

const judged = (column: string) => `select ${column}, count(*) filter (where correct)::int as right_ones,
    count(*) filter (where not correct)::int as wrong_ones, sum(gain) as gain
  from verdict where verdict.game_id = game.game_id and ${column} is not null group by ${column}`;

/** $2: the name of people who were erased. Players whose seats are reserved have not come yet. Rows are arrays: an event may have 100,000 players. */
export const RESULTS = `select game_id as "gameId", ${KEY}, room_id as "roomId", created_at::float8 as "createdAt",
    (select count(distinct question_id)::int from verdict where verdict.game_id = game.game_id and ends) as questions,
    coalesce((
      select json_agg(json_build_array(seat, player_id, ${SHOWN_NAME}, score, coalesce(right_ones, 0),
          coalesce(wrong_ones, 0), name = $2) order by seat)
        from participant left join (${judged('player_id')}) as judged using (player_id)
        where participant.game_id = game.game_id and not removed and not reserved), '[]') as players,
    coalesce((
      select json_agg(json_build_array(number, name, coalesce(judged.gain, 0) + coalesce(changed.gain, 0),
          coalesce(right_ones, 0), coalesce(wrong_ones, 0), key) order by team.version)
        from team left join (${judged('team')}) as judged on judged.team = number
        left join (select score_change.team, sum(gain) as gain from score_change
          where score_change.game_id = game.game_id group by score_change.team) as changed on changed.team = number
        where team.game_id = game.game_id), '[]') as teams
  from game where game_id = any($1::text[]) and show_id is not null and status <> 'setup'`;

export const LIST_FROZEN = `select game_id as "gameId", questions, players, teams from frozen_result
  where show_id = $1 and at = $2`;

export const DELETE_FROZEN = 'delete from frozen_result where show_id = $1';

/** $3: the results as JSON. A game that was erased meanwhile is left out. */
export const INSERT_FROZEN = `insert into frozen_result (show_id, game_id, at, questions, players, teams)
  select $1, game_id, $2, questions, players, teams
    from jsonb_to_recordset($3::jsonb) as given ("gameId" text, questions integer, players jsonb, teams jsonb)
    join game on game_id = "gameId" order by game_id`;
