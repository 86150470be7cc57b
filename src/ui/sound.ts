/** Sounds of scanning: a short high note for a taken scan, a long low one for a refused, an alarm for unsaved. */
export type Tone = 'taken' | 'refused' | 'unsaved';

const KEY = 'counterSound';
const NOTES: Record<Tone, readonly { hertz: number; from: number; seconds: number }[]> = {
  taken: [{ hertz: 1760, from: 0, seconds: 0.05 }],
  refused: [
    { hertz: 220, from: 0, seconds: 0.16 },
    { hertz: 165, from: 0.17, seconds: 0.22 },
  ],
  unsaved: [
    { hertz: 440, from: 0, seconds: 0.18 },
    { hertz: 330, from: 0.2, seconds: 0.18 },
    { hertz: 440, from: 0.4, seconds: 0.18 },
  ],
};

let audio: AudioContext | undefined;

export const soundIsOn = (): boolean => localStorage.getItem(KEY) !== 'off';
export const setSound = (on: boolean): void => localStorage.setItem(KEY, on ? 'on' : 'off');

/** Makes the browser's sound device ready: that takes longer than a scan may. */
export function prepareSound(): void {
  if (typeof AudioContext !== 'undefined') audio ??= new AudioContext();
}

export function play(tone: Tone): void {
  if (!soundIsOn()) return;
  prepareSound();
  if (audio === undefined) return;
  // a browser lets sound out only after the person has touched the page; scanning is touching
  if (audio.state === 'suspended') void audio.resume().catch(() => {});
  for (const { hertz, from, seconds } of NOTES[tone]) {
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    const begin = audio.currentTime + from;
    oscillator.type = tone === 'taken' ? 'sine' : 'square';
    oscillator.frequency.value = hertz;
    volume.gain.setValueAtTime(tone === 'taken' ? 0.08 : 0.14, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(begin);
    oscillator.stop(begin + seconds);
  }
}
