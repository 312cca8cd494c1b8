import type { TuneCategory } from './tune.js';

const MOUNTAIN_KING = `
  B3:.5 C#4:.5 D4:.5 E4:.5 F#4:.5 D4:.5 F#4:1 | F4:.5 C#4:.5 F4:1 E4:.5 C4:.5 E4:1 |
  B3:.5 C#4:.5 D4:.5 E4:.5 F#4:.5 D4:.5 F#4:.5 B4:.5 | A4:.5 F#4:.5 D4:.5 F#4:.5 A4:2`;
const SERENADE = `
  G5:1 -:.5 D5:.5 G5:1 -:.5 D5:.5 | G5:.5 D5:.5 G5:.5 B5:.5 D6:1 -:1 |
  C6:1 -:.5 A5:.5 C6:1 -:.5 A5:.5 | C6:.5 A5:.5 F#5:.5 A5:.5 D5:1 -:1`;
const SERENADE_BELOW = `
  G3:1 -:.5 D3:.5 G3:1 -:.5 D3:.5 | G3:.5 D3:.5 G3:.5 B3:.5 D4:1 -:1 |
  F#3:1 -:.5 D3:.5 F#3:1 -:.5 D3:.5 | F#3:.5 D3:.5 A3:.5 F#3:.5 D3:1 -:1`;

export const GREAT_COMPOSERS: TuneCategory = {
  name: 'Great Composers',
  tunes: [
    {
      clipId: 't2n7vk4x',
      title: 'Symphony No. 5, first movement',
      answer: "Beethoven's Fifth Symphony (Ludwig van Beethoven)",
      points: 100,
      timbre: 'strings',
      tempo: [168, 168],
      bar: 2,
      melody: `
        -:.5 G4:.5 G4:.5 G4:.5 | Eb4:4 | -:.5 F4:.5 F4:.5 F4:.5 | D4:5 |
        -:.5 G4:.5 G4:.5 G4:.5 | Eb4:.5 Ab4:.5 Ab4:.5 Ab4:.5 | G4:.5 Eb5:.5 Eb5:.5 Eb5:.5 | C5:2 |
        -:.5 G4:.5 G4:.5 G4:.5 | D4:.5 Ab4:.5 Ab4:.5 Ab4:.5 | G4:.5 F5:.5 F5:.5 F5:.5 | D5:2 |
        -:.5 G5:.5 G5:.5 F5:.5 | Eb5:.5 G5:.5 G5:.5 F5:.5 | Eb5:.5 G5:.5 G5:.5 F5:.5 |
        Eb5:1 -:1 | C5:1 -:1 | G5:4`,
      bass: `
        -:.5 G3:.5 G3:.5 G3:.5 | Eb3:4 | -:.5 F3:.5 F3:.5 F3:.5 | D3:5 |
        -:2 | C3:2 | C3:2 | C3:2 | -:2 | B2:2 | B2:2 | B2:2 |
        -:2 | C3:2 | C3:2 | C3+G3:1 -:1 | Ab2+Eb3:1 -:1 | G2+D3:4`,
    },
    {
      clipId: 'd5q9hm3b',
      title: 'Ode to Joy',
      answer: 'Ode to Joy (Ludwig van Beethoven, Ninth Symphony)',
      points: 200,
      timbre: 'strings',
      tempo: [132, 132],
      bar: 4,
      melody: `
        E4:1 E4:1 F4:1 G4:1 | G4:1 F4:1 E4:1 D4:1 | C4:1 C4:1 D4:1 E4:1 | E4:1.5 D4:.5 D4:2 |
        E4:1 E4:1 F4:1 G4:1 | G4:1 F4:1 E4:1 D4:1 | C4:1 C4:1 D4:1 E4:1 | D4:1.5 C4:.5 C4:2`,
      bass: `
        C3:2 C3:2 | B2:2 G2:2 | A2:2 F2:2 | G2:2 G2:2 |
        C3:2 C3:2 | B2:2 G2:2 | A2:2 F2:2 | G2:2 C3:2`,
    },
    {
      clipId: 'w8j3ys6c',
      title: 'Eine kleine Nachtmusik',
      answer: 'Eine kleine Nachtmusik (Wolfgang Amadeus Mozart)',
      points: 300,
      timbre: 'strings',
      tempo: [138, 138],
      bar: 4,
      melody: `${SERENADE} | ${SERENADE}`,
      bass: `${SERENADE_BELOW} | ${SERENADE_BELOW}`,
    },
    {
      clipId: 'g4x6pn1r',
      title: 'In the Hall of the Mountain King',
      answer: 'In the Hall of the Mountain King (Edvard Grieg)',
      points: 400,
      timbre: 'piano',
      tempo: [132, 200],
      bar: 4,
      melody: `${MOUNTAIN_KING} | ${MOUNTAIN_KING} |
        F#4:.5 G#4:.5 A#4:.5 B4:.5 C#5:.5 A#4:.5 C#5:1 | D5:.5 A#4:.5 D5:1 C#5:.5 A#4:.5 C#5:1 |
        F#4:.5 G#4:.5 A#4:.5 B4:.5 C#5:.5 A#4:.5 C#5:1 | D5:.5 A#4:.5 D5:1 C#5:2`,
      bass: `
        B2:1 F#3:1 B2:1 F#3:1 | B2:1 F#3:1 B2:1 F#3:1 | B2:1 F#3:1 B2:1 F#3:1 | D3:1 A3:1 D3:2 |
        B2:1 F#3:1 B2:1 F#3:1 | B2:1 F#3:1 B2:1 F#3:1 | B2:1 F#3:1 B2:1 F#3:1 | D3:1 A3:1 D3:2 |
        F#2:1 C#3:1 F#2:1 C#3:1 | F#2:1 C#3:1 F#2:1 C#3:1 |
        F#2:1 C#3:1 F#2:1 C#3:1 | F#2:1 C#3:1 F#2:2`,
    },
  ],
};
