/** Rows of the list's own height; nothing is shown for the first 200 ms. Columns are shares of the width. */
export function SkeletonRows({ rows = 8, columns = [1, 2, 4, 2] }: { rows?: number; columns?: readonly number[] }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without anything in them
        <div className="skeleton-row" key={row}>
          {columns.map((share, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns without anything in them
            <i key={column} style={{ flex: share, maxWidth: `${share * (4 + ((row * 7 + column * 3) % 4))}rem` }} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Bar of two pixels at the top of its nearest positioned ancestor, shown after 200 ms. */
export function TopBar({ label }: { label?: string }) {
  return (
    <div className="top-bar" role="progressbar" aria-label={label ?? '…'}>
      <i />
    </div>
  );
}
