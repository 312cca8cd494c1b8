/** Nest's decorators write metadata at import: the store for it must be there first. */
import 'reflect-metadata';
