/**
 * Writes the dashboards of this folder: `node deploy/grafana/generate.mjs`. Each panel has a sentence that says what a
 * reader should see in it, and what to do when it is otherwise.
 */
import { writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
const COLUMNS = 24;
const GREEN = { color: 'green', value: null };

/** Red from `red` on, or up to `red` where less is worse. */
const above = (yellow, red) => [GREEN, { color: 'yellow', value: yellow }, { color: 'red', value: red }];
const below = (red, green) => [
  { color: 'red', value: null },
  { color: 'yellow', value: red },
  { color: 'green', value: green },
];

const row = (title) => ({ type: 'row', title, width: COLUMNS, height: 1 });
const targets = (queries, more = {}) =>
  queries.map(([expr, legendFormat = '__auto'], i) => ({
    ...{ refId: String.fromCharCode(65 + i), datasource: DATASOURCE, editorMode: 'code', expr, legendFormat },
    ...more,
  }));

/** One figure of now, in the colour of how bad it is. */
const stat = (title, description, expr, { unit = 'none', steps = [GREEN], width = 4, decimals, none = '0' } = {}) => ({
  ...{ type: 'stat', title, description, width, height: 4, datasource: DATASOURCE, targets: targets([[expr]]) },
  fieldConfig: {
    defaults: { unit, decimals, noValue: none, color: { mode: 'thresholds' }, thresholds: { mode: 'absolute', steps } },
    overrides: [],
  },
  options: {
    ...{ colorMode: 'background', graphMode: 'area', justifyMode: 'auto', textMode: 'value' },
    reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
  },
});

/** Lines over time. */
const graph = (title, description, queries, { unit = 'short', width = 12, stacked = false, limit, max } = {}) => ({
  ...{ type: 'timeseries', title, description, width, height: 8, datasource: DATASOURCE, targets: targets(queries) },
  fieldConfig: {
    defaults: {
      ...{ unit, min: 0, max, color: { mode: 'palette-classic' } },
      custom: {
        ...{ drawStyle: 'line', lineWidth: 1, fillOpacity: stacked ? 40 : 8, showPoints: 'never', spanNulls: false },
        stacking: { mode: stacked ? 'normal' : 'none', group: 'A' },
        thresholdsStyle: { mode: limit === undefined ? 'off' : 'line' },
      },
      thresholds: {
        mode: 'absolute',
        steps: [GREEN, ...(limit === undefined ? [] : [{ color: 'red', value: limit }])],
      },
    },
    overrides: [],
  },
  options: {
    legend: { displayMode: 'table', placement: 'right', showLegend: true, calcs: ['lastNotNull', 'max'] },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
});

/** How long something took, as a distribution over time. */
const heatmap = (title, description, metric, width = 12) => ({
  ...{ type: 'heatmap', title, description, width, height: 8, datasource: DATASOURCE },
  targets: targets([[`sum by (le) (increase(${metric}_bucket[$__rate_interval]))`, '{{le}}']], { format: 'heatmap' }),
  fieldConfig: { defaults: {}, overrides: [] },
  options: {
    ...{ calculate: false, cellGap: 1, yAxis: { unit: 's', axisPlacement: 'left' }, legend: { show: true } },
    color: { mode: 'scheme', scheme: 'Oranges', steps: 64, exponent: 0.5, fill: 'dark-orange', reverse: false },
    tooltip: { mode: 'single', yHistogram: false },
  },
});

/** What an expression gives now, a line for each series. */
const table = (title, description, expr, columns, width = 12) => ({
  ...{ type: 'table', title, description, width, height: 8, datasource: DATASOURCE },
  targets: targets([[expr]], { format: 'table', instant: true }),
  fieldConfig: { defaults: { custom: { align: 'left' }, noValue: 'none' }, overrides: [] },
  options: { showHeader: true, cellHeight: 'sm' },
  transformations: [
    { id: 'organize', options: { excludeByName: { Time: true, Value: !columns.includes('Value') }, renameByName: {} } },
  ],
});

const alerts = (width) => ({
  ...{ type: 'alertlist', title: 'Alerts', width, height: 8 },
  description: 'What fires now. Each alert names its section in the runbook.',
  options: {
    ...{ viewMode: 'list', groupMode: 'default', maxItems: 20, sortOrder: 3, alertInstanceLabelFilter: '' },
    ...{ alertName: 'Earworm', dashboardAlerts: false, datasource: '${datasource}' },
    stateFilter: { firing: true, pending: true, noData: false, normal: false, error: true },
  },
});

const p = (quantile, metric, by = '', where = '') =>
  `histogram_quantile(${quantile}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket${where}[$__rate_interval])))`;
const rate = (metric, by, where = '') => `sum${by ? ` by (${by}) ` : ''}(rate(${metric}${where}[$__rate_interval]))`;
const share = (part, whole) => `(${part}) / (${whole})`;

const FAULT = 'outcome=~"busy|failed"';
const JOIN = 'command=~"joinGame|rejoinGame"';
const COMMANDS = 'gateway_command_seconds_count';
const LOST = '{reason!~"client|going-away|replaced"}';

const overview = [
  stat(
    'Services that report',
    '7 services. Fewer: one has no instance left, or Prometheus does not reach it.',
    'count(count by (service) (process_start_time_seconds{service!="standalone"}))',
    { steps: below(6, 7) },
  ),
  stat(
    'Not ready',
    'Instances that are not ready, whatever the reason. The table below names it.',
    'count(min by (service, instance) (health_check_ok{optional="false"}) == 0)',
    { steps: above(1, 1) },
  ),
  stat(
    'Shards with an owner',
    'All 64. Games of the others stand still until a game replica takes them.',
    'sum(game_shards_owned)',
    { steps: below(64, 64) },
  ),
  stat(
    'Buzz, 99th percentile',
    'From a buzz at the gateway until everybody in the game is shown it. Above 0.25 s people notice.',
    p(0.99, 'gateway_press_seconds'),
    { unit: 's', steps: above(0.1, 0.25), none: 'no buzz' },
  ),
  stat(
    'Commands that fail',
    'Share of the commands that end in a fault. What the rules refuse is not counted.',
    share(rate(COMMANDS, '', `{${FAULT}}`), rate(COMMANDS)),
    { unit: 'percentunit', steps: above(0.001, 0.0144), decimals: 2 },
  ),
  stat(
    'Guests ready',
    'Share of the pool that is left (Keycloak only). Below 20 % new guests begin to wait.',
    'max(identity_guest_pool_guests) / max(identity_guest_pool_size)',
    { unit: 'percentunit', steps: below(0.2, 0.5), none: 'no pool' },
  ),
  stat('Connections', 'Open sockets of all gateways.', 'sum(gateway_sockets)'),
  stat('Games', 'Games in the memory of their owners.', 'sum(game_games_in_memory)'),
  stat(
    'Joins per minute',
    'People who took a seat or came back to it.',
    `60 * ${rate(COMMANDS, '', `{${JOIN},outcome="ok"}`)}`,
    { decimals: 0 },
  ),
  stat(
    'Joins that fail',
    'Share of the joins that end in a fault.',
    share(rate(COMMANDS, '', `{${JOIN},${FAULT}}`), rate(COMMANDS, '', `{${JOIN}}`)),
    { unit: 'percentunit', steps: above(0.005, 0.02), decimals: 2 },
  ),
  stat(
    'Refused by a limit',
    'Commands per second. Many at once from one hall: see the runbook of EarwormLimitsRefuse.',
    rate('gateway_refusals_total', '', '{code=~"limit-.*"}'),
    { unit: 'reqps', steps: above(0.5, 2), decimals: 2 },
  ),
  stat(
    'Projections behind',
    'How old history and figures are. Games go on meanwhile.',
    'max(min by (follower) (follower_lag_seconds))',
    { unit: 's', steps: above(30, 60), decimals: 0 },
  ),
  alerts(12),
  table(
    'What does not work',
    'Checks that fail now. `optional`: the service goes on without it.',
    'health_check_ok == 0',
    ['service', 'instance', 'check', 'optional'],
  ),
  row('Is it slow?'),
  graph(
    'Buzz',
    'Steady. All percentiles up: a short CPU or Postgres. Only the 99th: bursts, or one gateway.',
    [0.5, 0.9, 0.99].map((q) => [p(q, 'gateway_press_seconds'), `p${q * 100}`]),
    { unit: 's', limit: 0.25 },
  ),
  graph(
    'Commits of the log',
    'Postgres. When it rises, buzzes rise with it.',
    [0.5, 0.99].map((q) => [p(q, 'game_append_seconds'), `p${q * 100}`]),
    { unit: 's', limit: 0.25 },
  ),
  graph(
    'Event loop lag',
    'Who is short of CPU. Above 0.25 s add replicas of that service, or CPU.',
    [['max by (service, instance) (nodejs_eventloop_lag_p99_seconds)', '{{service}} {{instance}}']],
    { unit: 's', limit: 0.25 },
  ),
  graph(
    'Calls without an answer',
    'Who cannot reach whom. A moment of it is normal while a shard changes its owner.',
    [[rate('bus_unanswered_calls_total', 'service, call, reason'), '{{service}} → {{call}} {{reason}}']],
    { unit: 'reqps' },
  ),
  row('What are people doing?'),
  graph(
    'Commands by outcome',
    '`busy` and `failed` are ours; `refused` is a rule of the game, such as a buzz that came too late.',
    [[rate(COMMANDS, 'outcome'), '{{outcome}}']],
    { unit: 'reqps', stacked: true },
  ),
  graph(
    'Connections of each gateway',
    'Even. One that drops to nothing has ended; its people come back to the others.',
    [['sum by (instance) (gateway_sockets)', '{{instance}}']],
    { stacked: true },
  ),
  graph(
    'Connections lost or closed',
    '`broken` in one hall is its network; `too-slow` a device; `flood` and `bad-frame` somebody who is no browser.',
    [[rate('gateway_closings_total', 'reason', LOST), '{{reason}}']],
    { unit: 'ops' },
  ),
  graph(
    'Connections taken up',
    '`resumed` came back without losing anything, `snapshot` needs the whole game, `busy` was told to wait.',
    [[rate('gateway_hellos_total', 'outcome'), '{{outcome}}']],
    { unit: 'ops' },
  ),
];

const SERVICE = '{service=~"$service"}';
const OF_SERVICE = 'service=~"$service"';
const services = [
  row('Calls on the bus: rate, errors, duration'),
  graph('Calls served', 'By service.', [[rate('bus_call_seconds_count', 'service', SERVICE), '{{service}}']], {
    unit: 'reqps',
    width: 8,
  }),
  graph(
    'Calls that end in a fault',
    '`busy`: more work than it can do. `failed`: a bug or a part that is down; the log has a line for each.',
    [[rate('bus_call_seconds_count', 'service, call, outcome', `{${OF_SERVICE},${FAULT}}`), '{{call}} {{outcome}}']],
    { unit: 'reqps', width: 8 },
  ),
  graph(
    'Duration, 99th percentile',
    'By call.',
    [[p(0.99, 'bus_call_seconds', 'service, call', SERVICE), '{{call}}']],
    { unit: 's', width: 8 },
  ),
  graph(
    'Calls to others without an answer',
    'What this service waited for in vain.',
    [[rate('bus_unanswered_calls_total', 'service, call, reason', SERVICE), '{{service}} → {{call}} {{reason}}']],
    { unit: 'reqps' },
  ),
  table('Checks that fail', 'As `/health/ready` has them.', `health_check_ok${SERVICE} == 0`, [
    'service',
    'instance',
    'check',
    'optional',
  ]),
  row('Requests of the API (gateway)'),
  graph('Requests', 'By route.', [[rate('gateway_http_seconds_count', 'route'), '{{route}}']], {
    unit: 'reqps',
    width: 8,
  }),
  graph(
    'Refused and failed requests',
    '4xx is the caller or a limit (429), 5xx is ours.',
    [[rate('gateway_http_seconds_count', 'route, status', '{status=~"4..|5.."}'), '{{status}} {{route}}']],
    { unit: 'reqps', width: 8 },
  ),
  graph('Duration, 99th percentile', 'By route.', [[p(0.99, 'gateway_http_seconds', 'route'), '{{route}}']], {
    unit: 's',
    width: 8,
  }),
  row('Processes'),
  graph('CPU', 'Cores in use. A Node process has one for its own code.', [
    [rate('process_cpu_seconds_total', 'service, instance', SERVICE), '{{service}} {{instance}}'],
  ]),
  graph(
    'Event loop lag, 99th percentile',
    'How late a process comes to its work.',
    [[`max by (service, instance) (nodejs_eventloop_lag_p99_seconds${SERVICE})`, '{{service}} {{instance}}']],
    { unit: 's', limit: 0.25 },
  ),
  graph(
    'Memory',
    'Resident. A line that only rises for hours is a leak.',
    [[`max by (service, instance) (process_resident_memory_bytes${SERVICE})`, '{{service}} {{instance}}']],
    { unit: 'bytes' },
  ),
  graph(
    'Garbage collection',
    'Share of the time.',
    [[rate('nodejs_gc_duration_seconds_sum', 'service, instance', SERVICE), '{{service}} {{instance}}']],
    { unit: 'percentunit' },
  ),
  graph('Queries that wait for a connection', 'Nothing. Otherwise Postgres is slow, or the pool is too small.', [
    [`max by (service, instance) (postgres_pool_waiting${SERVICE})`, '{{service}} {{instance}}'],
  ]),
  graph('Connections to Postgres', 'Of each pool.', [
    [`max by (service, instance) (postgres_pool_connections${SERVICE})`, '{{service}} {{instance}}'],
  ]),
];

const play = [
  row('Commands: rate, errors, duration'),
  graph('Commands', 'By kind.', [[rate(COMMANDS, 'command'), '{{command}}']], { unit: 'reqps', width: 8 }),
  graph('Refusals by code', 'As the players read them.', [[rate('gateway_refusals_total', 'code'), '{{code}}']], {
    unit: 'reqps',
    width: 8,
  }),
  graph(
    'Duration, 99th percentile',
    'From the frame to its answer.',
    [[p(0.99, 'gateway_command_seconds', 'command'), '{{command}}']],
    { unit: 's', width: 8 },
  ),
  heatmap(
    'Buzz: until everybody is shown it',
    'A second band far above the first is one slow part.',
    'gateway_press_seconds',
  ),
  graph(
    'Joins',
    'By outcome. `busy` is told to try again and does so by itself.',
    [[rate(COMMANDS, 'outcome', `{${JOIN}}`), '{{outcome}}']],
    { unit: 'reqps', stacked: true },
  ),
  row('Connections'),
  graph('Sockets', 'Of each gateway.', [['sum by (instance) (gateway_sockets)', '{{instance}}']], { stacked: true }),
  graph('Frames received', 'By type.', [[rate('gateway_frames_in_total', 'type'), '{{type}}']], { unit: 'ops' }),
  graph(
    'Events and writes',
    'Events given to games, and writes to sockets: fewer writes than people means that they are put together.',
    [
      [rate('gateway_rounds_total'), 'events'],
      [rate('gateway_writes_total'), 'writes'],
    ],
  ),
  graph(
    'Gaps and slow readers',
    '`gaps` are lost bus messages, made good by the owner; `fallen` are sockets that needed a snapshot.',
    [
      [rate('gateway_gaps_total'), 'gaps'],
      [rate('gateway_fallen_total'), 'fallen'],
    ],
  ),
  row('Games and their owners'),
  graph(
    'Shards of each replica',
    'They add up to 64 and are shared evenly. They move for a moment when a replica comes or goes.',
    [['sum by (instance) (game_shards_owned)', '{{instance}}']],
    { stacked: true, max: 64 },
  ),
  graph('Games in memory', 'Of each replica.', [['sum by (instance) (game_games_in_memory)', '{{instance}}']], {
    stacked: true,
  }),
  graph(
    'Memory for games',
    'Share of what a replica may use. Above 85 % add a replica: new games are refused at 100 %.',
    [['game_memory_bytes / game_memory_limit_bytes', '{{instance}}']],
    { unit: 'percentunit', limit: 0.85 },
  ),
  graph('Commands that wait', 'For a commit, at each replica.', [['game_commands_waiting', '{{instance}}']]),
  graph(
    'Refused because a bound is reached',
    'Nothing. The runbook of EarwormOverloaded explains each bound.',
    [
      [rate('game_busy_total', 'bound'), 'game: {{bound}}'],
      [rate('gateway_busy_total', 'bound'), 'gateway: {{bound}}'],
    ],
    { unit: 'reqps' },
  ),
  row('The log'),
  graph('Events committed', 'Per second.', [[rate('game_appended_events_total'), 'events']], { unit: 'ops', width: 8 }),
  graph(
    'Commits by outcome',
    '`refused` once while a shard moves is the fencing at work; `unknown` is a lost connection to Postgres.',
    [[rate('game_appends_total', 'outcome'), '{{outcome}}']],
    { unit: 'ops', width: 8 },
  ),
  graph(
    'Events in one commit',
    'Grows with load: that is how it is carried.',
    [[share(rate('game_append_batch_rows_sum'), rate('game_append_batch_rows_count')), 'mean']],
    { width: 8 },
  ),
  heatmap('Duration of commits', 'Postgres and its disk.', 'game_append_seconds', 24),
];

const guests = [
  row('Guests and sign-in'),
  graph('Guest pool', 'Guests that are ready, and how many there are to be (Keycloak only).', [
    ['max(identity_guest_pool_guests)', 'ready'],
    ['max(identity_guest_pool_size)', 'wanted'],
  ]),
  graph(
    'Guest sign-ins',
    'By outcome. `failed` with a full pool: Keycloak gives no tokens.',
    [[rate('bus_call_seconds_count', 'outcome', '{call="identity.guest"}'), '{{outcome}}']],
    { unit: 'reqps', stacked: true },
  ),
  graph(
    'Duration of sign-ins and renewals, 99th percentile',
    'With a Keycloak mostly its own.',
    [
      [
        p(
          0.99,
          'bus_call_seconds',
          'call',
          '{call=~"identity.guest|identity.sign-in|identity.sign-up|identity.refresh"}',
        ),
        '{{call}}',
      ],
    ],
    { unit: 's' },
  ),
  graph(
    'Identity calls that end in a fault',
    'The log of the identity service has a line for each.',
    [[rate('bus_call_seconds_count', 'call, outcome', `{service="identity",${FAULT}}`), '{{call}} {{outcome}}']],
    { unit: 'reqps' },
  ),
  row('Limits'),
  graph(
    'Commands refused by a limit',
    'By limit.',
    [[rate('gateway_refusals_total', 'code', '{code=~"limit-.*"}'), '{{code}}']],
    { unit: 'reqps' },
  ),
  graph(
    'Requests refused by a limit',
    'By route.',
    [[rate('gateway_http_seconds_count', 'route', '{status="429"}'), '{{route}}']],
    { unit: 'reqps' },
  ),
  row('Projections: history, figures, audio files in use'),
  graph(
    'Behind the log',
    'Up to 3 s is how it works.',
    [['min by (follower) (follower_lag_seconds)', '{{follower}}']],
    { unit: 's', limit: 60 },
  ),
  graph('Games left out', 'None. See docs/runbooks/replay-a-quarantined-game.md.', [
    ['sum by (follower) (increase(follower_games_aside_total[$__range]))', '{{follower}}'],
  ]),
  graph('Database', 'Used, in all schemas.', [['max(database_used_bytes)', 'used']], { unit: 'bytes' }),
];

const variable = (name, query) => ({
  ...{ name, label: name, type: 'query', datasource: DATASOURCE, refresh: 2, sort: 1, multi: true, includeAll: true },
  ...{ query: { query, refId: name }, definition: query, current: { text: ['All'], value: ['$__all'] } },
});

/** Places panels from left to right and top to bottom. */
function placed(panels) {
  let [x, y, tallest] = [0, 0, 0];
  return panels.map(({ width, height, ...panel }, i) => {
    if (x + width > COLUMNS) [x, y, tallest] = [0, y + tallest, 0];
    const gridPos = { x, y, w: width, h: height };
    [x, tallest] = [x + width, Math.max(tallest, height)];
    return { id: i + 1, gridPos, ...(panel.type === 'row' ? { collapsed: false, panels: [] } : {}), ...panel };
  });
}

const dashboard = (name, title, description, panels, variables = []) => ({
  ...{ uid: `earworm-${name}`, title: `Earworm: ${title}`, description, tags: ['earworm'], editable: true },
  ...{ schemaVersion: 39, version: 1, refresh: '10s', timezone: 'browser', graphTooltip: 1 },
  time: { from: 'now-30m', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', current: {} },
      ...variables,
    ],
  },
  annotations: { list: [] },
  links: [{ title: 'Earworm', type: 'dashboards', tags: ['earworm'], asDropdown: false, keepTime: true }],
  panels: placed(panels),
});

/** By file name. */
export const DASHBOARDS = {
  'overview.json': dashboard(
    'overview',
    'overview',
    'Start here during an event: red is what people notice.',
    overview,
  ),
  'services.json': dashboard(
    'services',
    'services',
    'Rate, errors and duration of every service, and its process.',
    services,
    [variable('service', 'label_values(health_check_ok, service)')],
  ),
  'play.json': dashboard('play', 'games and connections', 'From the socket to the log.', play),
  'guests.json': dashboard(
    'guests',
    'guests, limits and projections',
    'Who comes in, and what follows the games.',
    guests,
  ),
};

export const textOf = (board) => `${JSON.stringify(board, null, 2)}\n`;

if (argv[1] === fileURLToPath(import.meta.url))
  for (const [file, board] of Object.entries(DASHBOARDS))
    await writeFile(new URL(file, import.meta.url), textOf(board));
