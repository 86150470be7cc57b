/** The part of the address with the chosen end of a way. */
export const WAY = 'way';
