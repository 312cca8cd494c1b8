import { addMessages, ERRORS } from '@earworm/contracts';

// The page is built without most messages in what it loads first. Imported by what loads after that.
addMessages(ERRORS);
