import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** Its message is for users. */
export class OptionError extends Error {}

const MOST_CORES = 64;

/** Up to 4 cores one process carries what the machine can; see decision 86. */
export const defaultCores = (available: number): number => (available <= 4 ? 1 : Math.min(4, available - 3));

/** The number of `--cores`: gateways, in one process with everything else when it is 1. Throws OptionError. */
export function readCores(args: readonly string[], available = availableParallelism()): number {
  let text: string | undefined;
  try {
    ({ cores: text } = parseArgs({ args: [...args], options: { cores: { type: 'string' } } }).values);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
      throw new OptionError(`npm start does not know ${unknownOf(error as Error)}: the only option is --cores N.`);
    text = '';
  }
  if (text === undefined) return defaultCores(available);
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_CORES) return Number(text);
  throw new OptionError(`--cores takes a whole number from 1 to ${MOST_CORES}, as in npm start -- --cores 4.`);
}

/** Node quotes what it does not know. */
const unknownOf = ({ message }: Error): string => /'([^']*)'/.exec(message)?.[1] ?? 'one of its options';
