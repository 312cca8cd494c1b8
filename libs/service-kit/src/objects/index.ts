export * from './port.js';
export { folderObjects } from './folder.js';
export { folderRoutes } from './folder-routes.js';
export { diskQuotaOf, objectsVariables, requireObjectKeys, type ObjectsConfig } from './objects.config.js';
export { OBJECTS, objectsFolder, objectStoreProvider, openObjectStore } from './open-object-store.js';
