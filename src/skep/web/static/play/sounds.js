// Sounds made on the spot: a wooden knock for a move, a small chord for an end. No files.

/** @type {AudioContext|null} */
let context = null;

/** @param {number} frequency @param {number} delay @param {number} length @param {number} volume */
function tone(frequency, delay, length, volume) {
  if (!context) return;
  const at = context.currentTime + delay;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.setValueAtTime(frequency, at);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.6, at + length);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** @param {"move"|"theirs"|"end"} what */
export function sound(what) {
  try {
    context ??= new AudioContext();
  } catch {
    return; // a browser without sound
  }
  if (what === "end") [392, 494, 587].forEach((f, n) => tone(f, n * 0.11, 0.5, 0.14));
  else tone(what === "move" ? 320 : 250, 0, 0.09, 0.25);
}
