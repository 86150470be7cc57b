/** The version label while none is loaded (spec 9). */
export const VERSION = '1.0.1';
