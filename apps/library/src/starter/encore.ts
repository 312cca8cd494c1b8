import type { TuneCategory } from './tune.js';

const GALOP = `
  C5:2 | D5:.5 F5:.5 E5:.5 D5:.5 | G5:1 G5:1 | G5:.5 A5:.5 E5:.5 F5:.5 | D5:1 D5:1 |
  D5:.5 F5:.5 E5:.5 D5:.5 | C5:.5 C6:.5 B5:.5 A5:.5 | G5:.5 F5:.5 E5:.5 D5:.5`;
const GALOP_BASS = `
  C3:.5 G3:.5 E3:.5 G3:.5 | G2:.5 G3:.5 F3:.5 G3:.5 | C3:.5 G3:.5 E3:.5 G3:.5 | C3:.5 G3:.5 C3:.5 G3:.5 |
  G2:.5 G3:.5 F3:.5 G3:.5 | G2:.5 G3:.5 F3:.5 G3:.5 | C3:.5 G3:.5 E3:.5 G3:.5 | G2:.5 G3:.5 F3:.5 G3:.5`;
const GALLOP = `
  G4:.5 G4:.25 G4:.25 G4:.5 G4:.25 G4:.25 | C5:.5 D5:.5 E5:.5 G4:.25 G4:.25 |
  G4:.5 G4:.25 G4:.25 C5:.5 E5:.25 E5:.25 | D5:.5 B4:.5 G4:.5 G4:.25 G4:.25 |
  G4:.5 G4:.25 G4:.25 G4:.5 G4:.25 G4:.25 | C5:.5 D5:.5 E5:.5 C5:.25 E5:.25 |
  G5:1.25 F5:.25 E5:.25 D5:.25`;
const GALLOP_BASS = `
  C3:.5 C3:.5 C3:.5 C3:.5 | C3:.5 C3:.5 C3:.5 C3:.5 | C3:.5 C3:.5 C3:.5 C3:.5 | G2:.5 G2:.5 G2:.5 G2:.5 |
  C3:.5 C3:.5 C3:.5 C3:.5 | C3:.5 C3:.5 C3:.5 C3:.5 | G2:.5 G2:.5 G2:.5 G2:.5`;
/** In sixteenths, six to the bar; the left hand follows in the bars where the right one waits. */
const BAGATELLE = `
  E5:1 D#5:1 | E5:1 D#5:1 E5:1 B4:1 D5:1 C5:1 | A4:3 C4:1 E4:1 A4:1 | B4:3 E4:1 G#4:1 B4:1 |
  C5:3 E4:1 E5:1 D#5:1 | E5:1 D#5:1 E5:1 B4:1 D5:1 C5:1 | A4:3 C4:1 E4:1 A4:1 | B4:3 E4:1 C5:1 B4:1`;

export const ENCORE: TuneCategory = {
  name: 'Encore!',
  tunes: [
    {
      clipId: 'z9k4ld7p',
      title: 'Jingle Bells',
      answer: 'Jingle Bells (James Lord Pierpont)',
      points: 100,
      timbre: 'musicBox',
      tempo: [212, 212],
      bar: 4,
      melody: `
        E5:1 E5:1 E5:2 | E5:1 E5:1 E5:2 | E5:1 G5:1 C5:1.5 D5:.5 | E5:4 |
        F5:1 F5:1 F5:1.5 F5:.5 | F5:1 E5:1 E5:1 E5:.5 E5:.5 | E5:1 D5:1 D5:1 E5:1 | D5:2 G5:2 |
        E5:1 E5:1 E5:2 | E5:1 E5:1 E5:2 | E5:1 G5:1 C5:1.5 D5:.5 | E5:4 |
        F5:1 F5:1 F5:1.5 F5:.5 | F5:1 E5:1 E5:1 E5:.5 E5:.5 | G5:1 G5:1 F5:1 D5:1 | C5:4`,
      bass: `
        C3:2 G3:2 | C3:2 G3:2 | C3:2 G3:2 | C3:2 G3:2 | F3:2 C3:2 | C3:2 G3:2 | D3:2 F#3:2 | G3:2 G2:2 |
        C3:2 G3:2 | C3:2 G3:2 | C3:2 G3:2 | C3:2 G3:2 | F3:2 C3:2 | C3:2 G3:2 | G2:2 G3:2 | C3:4`,
    },
    {
      clipId: 'm5h1qe8s',
      title: 'Für Elise',
      answer: 'Für Elise (Ludwig van Beethoven)',
      points: 200,
      timbre: 'piano',
      tempo: [290, 270],
      bar: 6,
      melody: `${BAGATELLE} | A4:3 B4:1 C5:1 D5:1 | E5:3 G4:1 F5:1 E5:1 | D5:3 F4:1 E5:1 D5:1 | C5:3 E4:1 D5:1 C5:1 | B4:4`,
      bass: `
        -:2 | -:6 | A2:1 E3:1 A3:1 -:3 | E2:1 E3:1 G#3:1 -:3 | A2:1 E3:1 A3:1 -:3 |
        -:6 | A2:1 E3:1 A3:1 -:3 | E2:1 E3:1 G#3:1 -:3 |
        A2:1 E3:1 A3:1 -:3 | C3:1 G3:1 C4:1 -:3 | G2:1 G3:1 B3:1 -:3 | A2:1 E3:1 A3:1 -:3 | E2:1 E3:1 E3:2`,
    },
    {
      clipId: 'b2f8cu6y',
      title: 'Can-can (Galop infernal)',
      answer: 'The Can-can (Jacques Offenbach, Orpheus in the Underworld)',
      points: 300,
      timbre: 'strings',
      tempo: [144, 152],
      bar: 2,
      melody: `${GALOP} | ${GALOP} | C5:2`,
      bass: `${GALOP_BASS} | ${GALOP_BASS} | C3:2`,
    },
    {
      clipId: 'x4r7ja3v',
      title: 'William Tell Overture (finale)',
      answer: 'William Tell Overture (Gioachino Rossini)',
      points: 400,
      timbre: 'strings',
      tempo: [142, 148],
      bar: 2,
      melody: `G4:.25 G4:.25 | ${GALLOP} | C5:.5 E5:.5 C5:.5 G4:.25 G4:.25 | ${GALLOP} | C5:.5 E5:.5 C5:1`,
      bass: `-:.5 | ${GALLOP_BASS} | C3:.5 C3:.5 C3:.5 C3:.5 | ${GALLOP_BASS} | C3:.5 C3:.5 C3:1`,
    },
  ],
};
