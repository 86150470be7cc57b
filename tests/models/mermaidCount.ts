/** States and transitions in a Mermaid text, counted from the text alone. */
export function mermaidCount(lines: readonly string[]): { states: number; arrows: number; inner: number } {
  let inNote = false;
  const counts = { states: 0, arrows: 0, inner: 0 };
  for (const line of lines) {
    if (/^\s*end note$/.test(line)) inNote = false;
    else if (inNote) counts.inner += 1;
    else if (/^\s*note right of /.test(line)) inNote = true;
    else if (/^\s*state "/.test(line)) counts.states += 1;
    else if (/ --> \S+ : /.test(line)) counts.arrows += 1;
    else if (/^\s*\w+ : /.test(line)) counts.inner += 1;
  }
  return counts;
}
