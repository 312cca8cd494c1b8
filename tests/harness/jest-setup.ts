/** Nest's decorators write metadata at import, so its store is loaded first. */
import 'reflect-metadata';
