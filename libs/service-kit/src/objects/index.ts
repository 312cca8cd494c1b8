export * from './port.js';
export { objectsFolder, openObjectStore } from './open-object-store.js';
export { OBJECTS, objectStoreProvider } from './open-object-store.js';
export { objectsVariables, requireObjectKeys, diskQuotaOf, type ObjectsConfig } from './objects.config.js';
export { folderObjects } from './folder.js';
export { folderRoutes } from './folder-routes.js';
