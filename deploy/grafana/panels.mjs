/** Panels of the dashboards, and the PromQL that they share. */
export const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
export const COLUMNS = 24;
const GREEN = { color: 'green', value: null };

/** Red from `red` on, or up to `red` where less is worse. */
export const above = (yellow, red) => [GREEN, { color: 'yellow', value: yellow }, { color: 'red', value: red }];
export const below = (red, green) => [
  { color: 'red', value: null },
  { color: 'yellow', value: red },
  { color: 'green', value: green },
];

export const row = (title) => ({ type: 'row', title, width: COLUMNS, height: 1 });
const targets = (queries, more = {}) =>
  queries.map(([expr, legendFormat = '__auto'], i) => ({
    ...{ refId: String.fromCharCode(65 + i), datasource: DATASOURCE, editorMode: 'code', expr, legendFormat },
    ...more,
  }));

/** One figure of now, in the colour of how bad it is. */
export const stat = (
  title,
  description,
  expr,
  { unit = 'none', steps = [GREEN], width = 4, decimals, none = '0' } = {},
) => ({
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
export const graph = (
  title,
  description,
  queries,
  { unit = 'short', width = 12, stacked = false, limit, max } = {},
) => ({
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
export const heatmap = (title, description, metric, width = 12) => ({
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
export const table = (title, description, expr, columns, width = 12) => ({
  ...{ type: 'table', title, description, width, height: 8, datasource: DATASOURCE },
  targets: targets([[expr]], { format: 'table', instant: true }),
  fieldConfig: { defaults: { custom: { align: 'left' }, noValue: 'none' }, overrides: [] },
  options: { showHeader: true, cellHeight: 'sm' },
  transformations: [
    { id: 'organize', options: { excludeByName: { Time: true, Value: !columns.includes('Value') }, renameByName: {} } },
  ],
});

export const alerts = (width) => ({
  ...{ type: 'alertlist', title: 'Alerts', width, height: 8 },
  description: 'What fires now. Each alert names its section in the runbook.',
  options: {
    ...{ viewMode: 'list', groupMode: 'default', maxItems: 20, sortOrder: 3, alertInstanceLabelFilter: '' },
    ...{ alertName: 'Earworm', dashboardAlerts: false, datasource: '${datasource}' },
    stateFilter: { firing: true, pending: true, noData: false, normal: false, error: true },
  },
});

export const p = (quantile, metric, by = '', where = '') =>
  `histogram_quantile(${quantile}, sum by (le${by && `, ${by}`}) (rate(${metric}_bucket${where}[$__rate_interval])))`;
export const rate = (metric, by, where = '') =>
  `sum${by ? ` by (${by}) ` : ''}(rate(${metric}${where}[$__rate_interval]))`;
export const share = (part, whole) => `(${part}) / (${whole})`;

export const FAULT = 'outcome=~"busy|failed"';
export const JOIN = 'command=~"joinGame|rejoinGame"';
export const COMMANDS = 'gateway_command_seconds_count';
export const LOST = '{reason!~"client|going-away|replaced"}';
