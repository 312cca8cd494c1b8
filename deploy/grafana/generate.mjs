/**
 * Writes the dashboards of this folder: `node deploy/grafana/generate.mjs`. Each panel has a description of what it should show,
 * and what to do otherwise.
 */
import { writeFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { guests } from './dashboards/guests.mjs';
import { overview } from './dashboards/overview.mjs';
import { play } from './dashboards/play.mjs';
import { services } from './dashboards/services.mjs';
import { COLUMNS, DATASOURCE } from './panels.mjs';

/** *All* includes metrics without the label, as of `npm start`. */
const variable = (name, query) => ({
  ...{ name, label: name, type: 'query', datasource: DATASOURCE, refresh: 2, sort: 1, multi: true, includeAll: true },
  ...{
    allValue: '.*',
    query: { query, refId: name },
    definition: query,
    current: { text: ['All'], value: ['$__all'] },
  },
});

const RELEASES = [
  variable('namespace', 'label_values(health_check_ok, namespace)'),
  variable('release', 'label_values(health_check_ok{namespace=~"$namespace"}, release)'),
];
const OF_RELEASE = 'namespace=~"$namespace",release=~"$release"';
/** Lists of labels, ranges and strings, in which no name is a metric's; or a name with its matchers. */
const PARTS =
  /\b(?:by|without|on) *\([^)]*\)|\[[^\]]*\]|"[^"]*"|(?<![\w$.])([a-zA-Z_][\w:]*)\b(?! *\()(?:\{([^}]*)\})?/g;
const WORDS = new Set(['sum', 'max', 'min', 'avg', 'count', 'group', 'topk', 'and', 'or', 'unless', 'bool']);

/** Limits every metric of an expression to the chosen releases. */
const ofRelease = (expr) =>
  expr.replace(PARTS, (part, metric, matchers) =>
    metric === undefined || WORDS.has(metric) ? part : `${metric}{${[matchers, OF_RELEASE].filter(Boolean).join(',')}}`,
  );

/** Places panels from left to right and top to bottom. */
function placed(panels) {
  let [x, y, tallest] = [0, 0, 0];
  return panels.map(({ width, height, ...given }, i) => {
    const targets = given.targets?.map((target) => ({ ...target, expr: ofRelease(target.expr) }));
    const panel = targets === undefined ? given : { ...given, targets };
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
      ...RELEASES,
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
