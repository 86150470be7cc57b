/** How often notices are counted again while a page is open, in milliseconds; often where there is no stream. */
export const COUNTED_EVERY = window.isSecureContext ? 600_000 : 60_000;
