import { STAR } from './Mark.tsx';

/** Centres of the lit stars, in tiles: a path of states through the pattern, the last one lit. */
const path: readonly (readonly [x: number, y: number])[] = [
  [1, 5],
  [2, 5],
  [3, 4],
  [4, 4],
  [5, 3],
  [6, 3],
];

const TILE = 96;

/** The one picture there is: a statechart laid in a girih pattern. */
export function GirihPattern() {
  const points = path.map(([x, y]) => `${x * TILE},${y * TILE}`);
  return (
    <svg viewBox="0 0 672 864" preserveAspectRatio="xMidYMid slice" fill="none" stroke="#a9e3ea" aria-hidden="true">
      <defs>
        <path id="girih-star" d={STAR} />
        <pattern id="girih" width={TILE} height={TILE} patternUnits="userSpaceOnUse">
          {['0,0', '96,0', '0,96', '96,96'].map((corner) => (
            <use key={corner} href="#girih-star" transform={`translate(${corner})`} />
          ))}
          <path d="M48 14 34 28H28V34L14 48 28 62V68H34L48 82 62 68H68V62L82 48 68 34V28H62Z" opacity=".5" />
        </pattern>
      </defs>
      <path d="M-700-500H1400V1400H-700Z" fill="url(#girih)" stroke="none" opacity=".16" />
      {points.map((point, index) => (
        <use key={point} href="#girih-star" transform={`translate(${point})`} opacity={0.5 + index * 0.08} />
      ))}
      <polyline points={points.join(' ')} opacity=".7" />
      {points.slice(0, -1).map((point) => (
        <circle key={point} r="4.5" fill="#0a4f5b" strokeWidth="1.5" transform={`translate(${point})`} />
      ))}
      <g transform={`translate(${points.at(-1)})`} stroke="none" fill="#f2c05c">
        <circle r="15" opacity=".35" />
        <circle r="12" fill="#0b5763" />
        <circle r="8.5" />
      </g>
    </svg>
  );
}
