import { row, graph, heatmap, p, rate, share, JOIN, COMMANDS } from '../panels.mjs';

export const play = [
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
    'Buzz: until every client has received it',
    'A second band far above the first is one slow part.',
    'gateway_buzz_seconds',
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
      [rate('gateway_broadcasts_total'), 'events'],
      [rate('gateway_writes_total'), 'writes'],
    ],
  ),
  graph(
    'Gaps and slow readers',
    '`gaps` are lost bus messages, made good by the owner; `overruns` are slow sockets that needed a snapshot.',
    [
      [rate('gateway_gaps_total'), 'gaps'],
      [rate('gateway_overruns_total'), 'overruns'],
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
