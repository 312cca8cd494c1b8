/** Until the end of the transaction: parallel inserts of one owner are counted one after the other. */
export const LOCK_OWNER = `select pg_advisory_xact_lock(hashtext('library.owner'), hashtext($1))`;

export const LOCK_TEMPLATE = 'select 1 from template where template_id = $1 for update';

export const INSERT_TEMPLATE = `insert into template
    (template_id, owner_id, owner_name, title, description, language, tags, created_at, updated_at, by_guest)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) on conflict do nothing returning 1`;

export const SELECT_CATEGORIES = `select category_id as "categoryId", name, questions from template_category
  where template_id = $1 order by position`;

/** Without the questions, so that a preview costs alike for every size. */
export const SELECT_BOARD = `select name, jsonb_path_query_array(questions, '$[*].points') as points
  from template_category where template_id = $1 order by position`;

export const SELECT_CATEGORY_ORDER = `select category_id as "categoryId" from template_category
  where template_id = $1 order by position`;

export const UPSERT_CATEGORIES = `insert into template_category (template_id, category_id, position, name, questions)
  select $1, put.category_id, 0, put.name, put.questions
    from unnest($2::text[], $3::text[], $4::jsonb[]) as put (category_id, name, questions)
  on conflict (template_id, category_id) do update set name = excluded.name, questions = excluded.questions`;

export const DELETE_OTHER_CATEGORIES =
  'delete from template_category where template_id = $1 and category_id <> all ($2::text[])';

/** Writes only rows that move, for a row holds its questions. Returns how many of the categories exist. */
export const ORDER_CATEGORIES = `with place as (
    select * from unnest($2::text[]) with ordinality as place (category_id, position)),
  moved as (
    update template_category as category set position = place.position from place
      where template_id = $1 and category.category_id = place.category_id and category.position <> place.position)
  select count(distinct category_id)::int as count from template_category join place using (category_id)
    where template_id = $1`;

export const MEASURE_CONTENT = `select count(*)::int as categories,
    coalesce(sum(jsonb_array_length(questions)), 0)::int as questions,
    coalesce(sum(octet_length(questions::text)), 0)::int as bytes, string_agg(name, ' ') as names
  from template_category where template_id = $1`;

export const UPDATE_MEASURES = `update template set category_count = $2, question_count = $3, content_bytes = $4,
    search = array_to_tsvector($5::text[])
  where template_id = $1`;

export const PUBLISHED = 't.published_at is not null';

export const POPULAR_TAGS = `select tag, count(*)::int as count from template t, unnest(t.tags) as tag
  where ${PUBLISHED} group by tag order by count desc, tag limit $1`;

export const PUBLISHED_LANGUAGES = `select distinct language from template t
  where ${PUBLISHED} and language is not null order by language`;

/** Open reports of a template, the latest first; null without any. */
export const REPORTS_OF_TEMPLATE = `(
  select json_agg(json_build_object('reason', r.reason, 'text', r.text, 'at', r.at) order by r.at desc)
    from template_report r where r.template_id = t.template_id)`;

export const COUNT_OF_REPORTS = '(select count(*) from template_report r where r.template_id = t.template_id)';

export const IS_REPORTED =
  't.taken_down is not null or exists (select from template_report r where r.template_id = t.template_id)';

export const DELETE_GUEST_TEMPLATES = `delete from template where template_id in (
  select template_id from template where by_guest and published_at is null and updated_at < $1 limit $2)`;

/** Counts each game once, and none for a template that is deleted. */
export const COUNT_USE = `with counted as (
    insert into template_use (game_id, template_id) select $2, template_id from template where template_id = $1
    on conflict do nothing returning template_id),
  tallied as (
    insert into template_tally (quarter, template_id, games)
      select date_bin('15 minutes', now(), 'epoch'), template_id, 1 from counted
    on conflict (quarter, template_id) do update set games = template_tally.games + excluded.games)
  update template set use_count = use_count + 1 from counted where template.template_id = counted.template_id`;

/** Games started from templates within a span; per quarter of an hour, as every time zone begins its days at one. */
export const USE_OF_ALL_GAMES =
  'select quarter, template_id, games from template_tally where quarter >= $1 and quarter < $2';

/** Folds the case of all letters also where the database has the C locale. */
const COLLATION = 'collate "und-x-icu"';
export const USE_OF_GAMES = `select to_timestamp(created_at / 1000.0) as quarter, template_id, 1 as games
  from template_use join game using (game_id)
  where created_at >= extract(epoch from $1::timestamptz) * 1000
    and created_at < extract(epoch from $2::timestamptz) * 1000
    and ($3 = '' or game_code = upper($3))
    and position(lower($4 ${COLLATION}) in lower(moderator_name ${COLLATION})) > 0`;

export const WAS_MOVED = 'select 1 from moved_user where from_id = $1 and to_id = $2';
