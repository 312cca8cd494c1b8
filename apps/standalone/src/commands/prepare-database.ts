import { prepareDatabase } from './prepare-schemas.js';

process.exitCode = await prepareDatabase(process.env, (line) => console.log(line));
