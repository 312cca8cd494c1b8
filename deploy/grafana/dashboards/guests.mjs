import { row, graph, p, rate, FAULT } from '../panels.mjs';

export const guests = [
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
    [['min by (projection) (projection_lag_seconds)', '{{projection}}']],
    { unit: 's', limit: 60 },
  ),
  graph('Games left out', 'None. See docs/runbooks/replay-a-quarantined-game.md.', [
    ['sum by (projection) (increase(projection_quarantined_games_total[$__range]))', '{{projection}}'],
  ]),
  graph('Database', 'Used, in all schemas.', [['max(database_used_bytes)', 'used']], { unit: 'bytes' }),
];
