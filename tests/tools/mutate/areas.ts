/** Browser and cluster specs that would notice a mutant which no spec of the packages did; the first that fits a file. */
const AREAS: readonly (readonly [file: RegExp, specs: string])[] = [
  [/^apps\/web\/src\/features\/feedback\//, 'e2e/feedback'],
  [/^apps\/web\/src\/features\/history\//, 'e2e/history'],
  [/^apps\/web\/src\/features\/(library|template-editor)\//, 'e2e/templates'],
  [/^apps\/web\/src\/features\/setup\//, 'e2e/(setup-desk|concurrent-setup|whole-game)'],
  [/^apps\/web\/src\/features\/(play|stage)\//, 'e2e/(whole-game|back-and-offline|keyboard|tabs)'],
  [/^apps\/web\/src\/features\/(sign-in|admin)\//, 'e2e/(admin-pages|figures|routes)'],
  [/^apps\/web\/src\/media\//, 'e2e/(media|sounds|youtube)'],
  [/^apps\/web\//, 'e2e/(shell|routes|whole-game)'],
  [/^apps\/feedback\//, 'e2e/feedback'],
  [/^apps\/game\//, 'e2e/whole-game|cluster/(ownership|kill-everything|rolling-restart)'],
  [/^apps\/gateway\//, 'e2e/(whole-game|back-and-offline|secrecy)|cluster/(broken-connections|limits|revoked-tokens)'],
  [/^apps\/identity\//, 'e2e/(admin-pages|routes)|cluster/revoked-tokens'],
  [/^apps\/library\//, 'e2e/(templates|history|clips)'],
  [/^apps\/rate-limit\//, 'e2e/feedback-limited|cluster/(limits|redis)'],
  [/^apps\/telemetry\//, 'e2e/figures|cluster/telemetry'],
  [/^libs\/(rules|contracts|client)\//, 'e2e/(whole-game|secrecy|back-and-offline)'],
  [/^libs\/service-kit\//, 'e2e/whole-game|cluster/(health|broken-connections|logs|redis|minio)'],
];

/** A pattern of paths below tests/. */
export const specsOfArea = (file: string): string => {
  const area = AREAS.find(([pattern]) => pattern.test(file));
  if (area === undefined) throw new Error(`No area holds ${file}: add it to the table.`);
  return area[1];
};
