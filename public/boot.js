// Runs before the first paint: theme and font size as the person last chose them. Kept in step with src/ui/theme.ts.
(() => {
  const read = (key) => {
    try {
      return (localStorage.getItem(key) || '').replace(/^"|"$/g, '');
    } catch {
      return '';
    }
  };
  const html = document.documentElement;
  const chosen = read('theme');
  const dark = chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  html.dataset.theme = dark ? 'dark' : 'light';
  const size = Number(read('fontSize'));
  if (size >= 12 && size <= 28) html.style.fontSize = `${size}px`;
  if (!dark) return;
  // Blueprint's dark class belongs on the body, which is not there yet
  const observer = new MutationObserver(() => {
    if (!document.body) return;
    document.body.classList.add('bp6-dark');
    observer.disconnect();
  });
  observer.observe(html, { childList: true });
})();
