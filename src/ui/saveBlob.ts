/** Gives a file to the person under its name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the download begins after the click has been handled
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
