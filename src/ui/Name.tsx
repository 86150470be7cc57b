/** The longest end of a name that is kept, in letters. */
const END = 16;

/** Where the end of a name begins: at its last words, a number with its sign; -1 where the last word is longer. */
function endOf(name: string): number {
  const number = name.lastIndexOf(' №');
  const at = number > 0 ? number : name.indexOf(' ', name.length - END - 1);
  return at > 0 ? at + 1 : name.length;
}

/** A name on one line. Without room it loses its middle: names that differ at their end still differ. */
export function Name({ children }: { children: string }) {
  const at = endOf(children);
  return (
    <span className="name-cut" title={children}>
      <span className="cut">{children.slice(0, at)}</span>
      {at < children.length && <span className="name-end">{children.slice(at)}</span>}
    </span>
  );
}
