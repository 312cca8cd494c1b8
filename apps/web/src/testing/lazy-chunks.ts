/** Chunks that the app fetches after its first paint: with fake timers no import arrives. */
import '../platform/theme/kit.js';
import '../app/debug/debug-panels.js';
import '../platform/session/guest/follow-moves.js';
import '../app/shell/guest-sign-out.js';
import '../platform/http/queries.js';
import '../platform/notifications/messages.js';
import '../platform/telemetry/page-views.js';
import '../shared/crew/desk-lost.js';
import '../shared/invite/qr-dialog.js';
import '../shared/late/late-work.js';
import '../features/buzzer/name-form.js';
import '../features/buzzer/seat-screens.js';
import '../features/feedback/feedback-modal.js';
import '../features/sign-in/sign-in-modal.js';
