/** The pages of events, which are loaded together. */
export { ControlRoomPage } from '../features/control-room/control-room-page.js';
export { RoomStagePage } from '../features/control-room/room-stage-page.js';
export { MyRoomsPage } from '../features/crew/my-rooms-page.js';
export { AddRoomsPage } from '../features/events/add-rooms-page.js';
export { EditEventPage, NewEventPage } from '../features/events/event-form-pages.js';
export { EventPage } from '../features/events/event-page.js';
export { EventsPage } from '../features/events/events-page.js';
export { StaffInvitePage } from '../features/events/staff-invite-page.js';
export { TimelinePage } from '../features/timeline/timeline-page.js';
export { StandingsPage } from '../features/standings/standings-page.js';
export { SheetsPage } from '../features/sheets/sheets-page.js';
