import { Missing } from './layout.js';
import { readOptions } from './options.js';
import { runLoad } from './run-load.js';

try {
  const options = readOptions(process.argv.slice(2));
  const run = await runLoad(options, (text) => void (options.json || console.log(text)));
  console.log(options.json ? JSON.stringify(run.result) : run.report);
  process.exitCode = run.isCorrect ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Missing ? 2 : 1;
}
