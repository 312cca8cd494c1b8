export interface InsertedColumn {
  readonly name: string;
  readonly type: string;
  /** `unnest` flattens arrays: what the type is cast to. */
  readonly cast?: string | undefined;
}

/** Any number of rows, with one array parameter per column. */
export function insertRowsInto(table: string, columns: readonly InsertedColumn[], onConflict: string): string {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map(({ name, cast }) => (cast === undefined ? `"${name}"` : `"${name}"::${cast}`)).join(', ');
  const arrays = columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ');
  return `insert into ${table} (${names}) select ${values} from unnest(${arrays}) as given (${names}) ${onConflict}`;
}

export const addOnConflict = (table: string, key: string, counts: readonly string[], further: readonly string[] = []) =>
  `on conflict (${key}) do update set ${[
    ...counts.map((name) => `"${name}" = ${table}."${name}" + excluded."${name}"`),
    ...further,
  ].join(', ')}`;

/** Adds two histograms bar by bar. */
const addBars = (column: string) => `${column} = (select array_agg(a + b order by i)
  from unnest(game_figures.${column}, excluded.${column}) with ordinality as both_of (a, b, i))`;

/** After an insert into `game_figures`. */
export const addGameFigures = (figures: readonly string[]) =>
  addOnConflict('game_figures', 'game_id, quarter', figures, [addBars('first_press_ms'), addBars('press_ms')]);

/** The row of the current quarter comes last: all transactions update it, and each locks it until its end. */
export function addToTally(figures: readonly string[]): string {
  const columns = figures.map((figure) => `"${figure}"`).join(', ');
  return `with counted as (
      insert into tally (measure, quarter, part, n)
        select measure, to_timestamp(ms / 1000), part, n
          from unnest($1::text[], $2::double precision[], $3::text[], $4::bigint[]) as given (measure, ms, part, n)
        on conflict (measure, quarter, part) do update set n = tally.n + excluded.n
        returning 1)
    insert into quarter_figures (quarter, ${columns}) select to_timestamp(ms / 1000), ${columns}
      from unnest($5::double precision[], ${figures.map((_, i) => `$${i + 6}::bigint[]`).join(', ')})
        as given (ms, ${columns})
      where (select count(*) from counted) > 0
    ${addOnConflict('quarter_figures', 'quarter', figures)}`;
}

export const TAKE_REPORTS = `insert into taken_report (report_id, taken_at) select id, now() from unnest($1::text[]) as id
  on conflict (report_id) do nothing returning report_id as "reportId"`;
