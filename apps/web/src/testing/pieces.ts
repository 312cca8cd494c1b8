/**
 * Parts that the app fetches after its first paint. A spec that holds the clock has them at once: no import comes while
 * time stands still.
 */
import '../app/all-styles.js';
import '../app/debug/debug-panels.js';
import '../platform/guest/follow-moves.js';
import '../app/shell/guest-sign-out.js';
import '../platform/queries.js';
import '../platform/messages.js';
import '../app/telemetry/page-views.js';
import '../features/feedback/feedback-modal.js';
import '../features/sign-in/sign-in-modal.js';
