import { lazyDialog } from '../ui/lazy-dialog.js';

export { CrewBanner } from './crew-banner.js';
export { HelpBar } from './help-bar.js';

export const CrewDialog = lazyDialog(
  () => import('./crew-dialog.js'),
  (module) => module.CrewDialog,
);
export const NewLinkDialog = lazyDialog(
  () => import('./new-link-dialog.js'),
  (module) => module.NewLinkDialog,
);
export const HelpDialog = lazyDialog(
  () => import('./help-dialog.js'),
  (module) => module.HelpDialog,
);
