/** Navigation for machines and effects; views use wouter's `Link` and `useLocation`. */
export { navigate } from 'wouter/use-browser-location';
