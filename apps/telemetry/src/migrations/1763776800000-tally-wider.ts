import type { MigrationInterface, QueryRunner } from 'typeorm';

const FIGURES = [
  ...['guestSessions', 'registeredSessions', 'views', 'gamesCreated', 'gamesStarted', 'gamesCompleted'],
  ...['joins', 'presses', 'right', 'wrong', 'nobody', 'errors'],
].map((figure) => `"${figure}"`);
const PARTS = `sum(asked), sum("right"), sum(wrong), sum(nobody)`;

/** What a month is read from: figures in one row, questions by longer stretches, people by their visit before. */
export class TallyWider1763776800000 implements MigrationInterface {
  readonly name = 'TallyWider1763776800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table quarter_figures (
      quarter timestamptz primary key, ${FIGURES.map((name) => `${name} bigint not null`).join(', ')})`);
    await this.#fillFigures(runner);
    await this.#fillDays(runner);
    await this.#fillQuestions(runner);
    await this.#fillSessions(runner);
  }

  async #fillFigures(runner: QueryRunner): Promise<void> {
    // The sum of all parts, which used to stand beside them.
    await runner.query(`delete from tally where part = '*'`);
    const sum = (measure: string, part = '') =>
      `coalesce(sum(n) filter (where measure = '${measure}' ${part && `and part = '${part}'`}), 0)`;
    await runner.query(`insert into quarter_figures (quarter, ${FIGURES.join(', ')})
      select quarter, ${sum('sessions', 'guest')}, ${sum('sessions', 'registered')}, ${sum('views')},
          ${sum('games-created')}, ${sum('games-started')}, ${sum('games-completed')}, ${sum('joins')},
          ${sum('presses')}, ${sum('verdicts', 'right')}, ${sum('verdicts', 'wrong')}, ${sum('verdicts', 'nobody')},
          ${sum('errors')}
        from tally where measure not like '%/day' group by quarter`);
  }

  async #fillDays(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from tally where measure like '%/day'`);
    await runner.query(`insert into tally (measure, quarter, part, n)
      select measure || '/day', date_bin('1 day', quarter, 'epoch'), part, sum(n) from tally group by 1, 2, 3`);
  }

  async #fillQuestions(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table question_tally add column minutes integer not null default 15`);
    await runner.query(`alter table question_tally alter column minutes drop default`);
    await runner.query(`alter table question_tally drop constraint question_tally_pkey`);
    await runner.query(`alter table question_tally add primary key (minutes, quarter, key)`);
    for (const [minutes, width] of [
      [1_440, '1 day'],
      [11_520, '8 days'],
    ] as const)
      await runner.query(`insert into question_tally (minutes, quarter, key, asked, "right", wrong, nobody)
        select ${minutes}, date_bin('${width}', quarter, 'epoch'), key, ${PARTS}
          from question_tally where minutes = 15 group by 2, 3`);
  }

  async #fillSessions(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table user_session add column previous_time timestamptz`);
    await runner.query(`update user_session set previous_time = earlier.previous_time from (
        select session_id, lag(start_time) over (partition by user_id, user_type order by start_time, session_id)
          as previous_time from user_session) as earlier
      where earlier.session_id = user_session.session_id`);
    await runner.query('drop index user_session_start');
    await runner.query('create index user_session_start on user_session (start_time, user_type, previous_time)');
    await runner.query('create index user_session_user on user_session (user_id, user_type, start_time)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index user_session_user');
    await runner.query('drop index user_session_start');
    await runner.query('create index user_session_start on user_session (start_time, user_type, user_id)');
    await runner.query('alter table user_session drop column previous_time');
    await runner.query('delete from question_tally where minutes <> 15');
    await runner.query('alter table question_tally drop constraint question_tally_pkey, drop column minutes');
    await runner.query('alter table question_tally add primary key (quarter, key)');
    await runner.query('drop table quarter_figures');
    await runner.query(`insert into tally (measure, quarter, part, n) select measure, quarter, '*', sum(n) from tally
      where measure in ('views', 'errors') group by 1, 2`);
  }
}
