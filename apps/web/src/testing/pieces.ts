/**
 * Parts that the app fetches after its first paint. A spec that holds the clock has them at once: no import comes while
 * time stands still.
 */
import '../app/all-styles.js';
import '../app/debug/debug-panels.js';
import '../platform/session/guest/follow-moves.js';
import '../app/shell/guest-sign-out.js';
import '../platform/http/queries.js';
import '../platform/notifications/messages.js';
import '../platform/telemetry/page-views.js';
import '../features/feedback/feedback-modal.js';
import '../features/sign-in/sign-in-modal.js';
