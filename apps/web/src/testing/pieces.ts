/**
 * Parts that the app fetches after its first paint. A spec that holds the clock has them at once: no import comes while
 * time stands still.
 */
import '../app/all-styles.js';
import '../app/debug/debug-panels.js';
import '../app/guest/guest-sign-out.js';
import '../app/messages.js';
import '../app/telemetry/page-views.js';
import '../features/feedback/feedback-modal.js';
import '../features/sign-in/sign-in-modal.js';
