import { row, graph, table, p, rate, FAULT } from '../panels.mjs';

const SERVICE = '{service=~"$service"}';
const OF_SERVICE = 'service=~"$service"';
export const services = [
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
