/** Two squares one on the other: the eight-pointed star. */
export const STAR = 'M0-48 14-34H34V-14L48 0 34 14V34H14L0 48-14 34H-34V14L-48 0-34-14V-34H-14Z';

/** The mark, an eight-pointed star; `size` in rem. */
export function Mark({ size = 1.5, title }: { size?: number; title?: string }) {
  return (
    <svg
      className="mark"
      viewBox="-54 -54 108 108"
      style={{ width: `${size}rem`, height: `${size}rem` }}
      role={title === undefined ? undefined : 'img'}
      aria-label={title}
      aria-hidden={title === undefined ? true : undefined}
    >
      <path d={STAR} fill="none" stroke="currentColor" strokeWidth="10" strokeLinejoin="round" />
      <circle r="13" fill="currentColor" />
    </svg>
  );
}
