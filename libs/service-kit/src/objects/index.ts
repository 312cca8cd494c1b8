export {
  isObjectKey,
  ObjectsAwayError,
  ObjectTooLargeError,
  type DownloadTerms,
  type ListedObject,
  type ObjectFacts,
  type ObjectStore,
  type StoredObject,
  type UploadForm,
  type UploadTerms,
} from './port.js';
export { objectsFolder, openObjects } from './open-objects.js';
export { OBJECTS, objectsOf } from './objects-of.js';
export { objectsVariables, requireObjectKeys, roomTermsOf, type ObjectsConfig } from './objects.config.js';
export { folderObjects } from './folder.js';
export { folderRoutes } from './folder-routes.js';
