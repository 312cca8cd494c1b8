/** The services, each a Deployment of the release. */
export const SERVICES = [
  'gateway',
  'game',
  'identity',
  'library',
  'rate-limit',
  'feedback',
  'telemetry',
  'shows',
] as const;
export type ServiceName = (typeof SERVICES)[number];
