/** What the shim of that name gives to React below 18: React has it itself. */
export { useSyncExternalStore } from 'react';
