export { readAnswers } from './answers.js';
export { writeData, writeRecording } from './fixture.js';
export { numbered } from './numbered.js';
export { recordGame } from './record.js';
export { ENV, makeWorld } from './world.js';
