export * from './constants.js';
export * from './ids.js';
export * from './state.js';
export * from './commands.js';
export * from './events.js';
export * from './rejections.js';
export * from './views.js';
export * from './media/medium.js';
