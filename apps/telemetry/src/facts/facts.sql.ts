/** Sorted, against deadlocks. */
export const LOCK_GAMES = `select game_id as "gameId", version, game_code as "gameCode", status, moderator_name as "moderatorName",
    moderator_left as "moderatorLeft", help_category as "helpCategory", help_text as "helpText", help_at as "helpAt", players, created_at as "createdAt", last_action as "lastAction",
    last_at as "lastAt", question_at as "questionAt", pressed, questions_changed as "questionsChanged"
  from game where game_id = any($1::text[]) order by game_id for update`;

export const updateGame = (columns: readonly string[]) =>
  `on conflict (game_id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')},
    changed = nextval('game_changes')`;

export const SELECT_QUESTION_KEYS = `select game_id as "gameId", question_id as "questionId", key from game_question
  where (game_id, question_id) in (select * from unnest($1::text[], $2::text[]))`;

/** After an insert into `question`: the first words of a question stay. */
export const KEEP_QUESTION = 'on conflict (key) do nothing';

/** After an insert into `game_question`. */
export const UPDATE_QUESTION_KEY = 'on conflict (game_id, question_id) do update set key = excluded.key';

export const DELETE_QUESTION_KEYS = 'delete from game_question where game_id = any($1)';

export const SELECT_VERDICTS = `select game_id as "gameId", version, given_at as at, key, outcome from game_verdict
  where (game_id, version) in (select * from unnest($1::text[], $2::int[]))`;

/** After an insert into `game_verdict`. */
export const UPDATE_OUTCOME = 'on conflict (game_id, version) do update set outcome = excluded.outcome';

export const DELETE_VERDICTS =
  'delete from game_verdict where (game_id, version) in (select * from unnest($1::text[], $2::int[]))';

/** Each with the ids as `$1`. The sums over all games stay. */
export const ERASE_GAMES: readonly string[] = [
  'delete from game_question where game_id = any($1)',
  'delete from game_verdict where game_id = any($1)',
  'delete from game_figures where game_id = any($1)',
  'delete from game_question_tally where game_id = any($1)',
  'delete from game where game_id = any($1)',
];

/** The call itself stays, as in the log. */
export const ERASE_CALLS_FOR_HELP = `update game set help_text = '', changed = nextval('game_changes')
  where game_id = any($1::text[]) and help_text <> ''`;
