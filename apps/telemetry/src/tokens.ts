export const CONFIG = Symbol('telemetry config');
