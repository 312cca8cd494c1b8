import type { TuneCategory } from './tune.js';

export const NURSERY_RHYMES: TuneCategory = {
  name: 'Nursery Rhymes',
  tunes: [
    {
      clipId: 'k7m2xq9v',
      title: 'Twinkle, Twinkle, Little Star',
      answer: 'Twinkle, Twinkle, Little Star (Ah! vous dirai-je, maman)',
      points: 100,
      timbre: 'musicBox',
      tempo: [160, 160],
      bar: 4,
      melody: `
        C5:1 C5:1 G5:1 G5:1 | A5:1 A5:1 G5:2 | F5:1 F5:1 E5:1 E5:1 | D5:1 D5:1 C5:2 |
        G5:1 G5:1 F5:1 F5:1 | E5:1 E5:1 D5:2 | G5:1 G5:1 F5:1 F5:1 | E5:1 E5:1 D5:2 |
        C5:1 C5:1 G5:1 G5:1 | A5:1 A5:1 G5:2 | F5:1 F5:1 E5:1 E5:1 | D5:1 D5:1 C5:2`,
      bass: `
        C3:2 E3:2 | F3:2 E3:2 | D3:2 C3:2 | G2:2 C3:2 |
        E3:2 D3:2 | C3:2 G2:2 | E3:2 D3:2 | C3:2 G2:2 |
        C3:2 E3:2 | F3:2 E3:2 | D3:2 C3:2 | G2:2 C3:2`,
    },
    {
      clipId: 'p3w8tz5n',
      title: 'Frère Jacques',
      answer: 'Frère Jacques (Brother John)',
      points: 200,
      timbre: 'flute',
      tempo: [126, 126],
      bar: 4,
      melody: `
        F4:1 G4:1 A4:1 F4:1 | F4:1 G4:1 A4:1 F4:1 | A4:1 Bb4:1 C5:2 | A4:1 Bb4:1 C5:2 |
        C5:.5 D5:.5 C5:.5 Bb4:.5 A4:1 F4:1 | C5:.5 D5:.5 C5:.5 Bb4:.5 A4:1 F4:1 | F4:1 C4:1 F4:2 | F4:1 C4:1 F4:2`,
      bass: `
        F3:1 C3:1 F3:2 | F3:1 C3:1 F3:2 | F3:1 C3:1 F3:2 | F3:1 C3:1 F3:2 |
        F3:1 C3:1 F3:2 | F3:1 C3:1 F3:2 | F3:1 C3:1 F3:2 | F3:1 C3:1 F3:2`,
    },
    {
      clipId: 'h9c4rj6d',
      title: 'London Bridge Is Falling Down',
      answer: 'London Bridge Is Falling Down',
      points: 300,
      timbre: 'piano',
      tempo: [132, 132],
      bar: 4,
      melody: `
        G4:1.5 A4:.5 G4:1 F4:1 | E4:1 F4:1 G4:2 | D4:1 E4:1 F4:2 | E4:1 F4:1 G4:2 |
        G4:1.5 A4:.5 G4:1 F4:1 | E4:1 F4:1 G4:2 | D4:2 G4:2 | E4:1 C4:3`,
      bass: `
        C3:2 E3:2 | C3:2 E3:2 | G2:2 D3:2 | C3:2 E3:2 |
        C3:2 E3:2 | C3:2 E3:2 | G2:2 B2:2 | C3:1 C3:3`,
    },
    {
      clipId: 'y6b1fs8g',
      title: 'Lullaby',
      answer: "Brahms' Lullaby (Johannes Brahms)",
      points: 400,
      timbre: 'musicBox',
      tempo: [92, 84],
      bar: 3,
      melody: `
        E5:.5 E5:.5 | G5:1.5 E5:.5 E5:1 | G5:2 E5:.5 G5:.5 | C6:1 B5:1.5 A5:.5 | A5:1 G5:1 D5:.5 E5:.5 |
        F5:1 D5:1 D5:.5 E5:.5 | F5:2 D5:.5 F5:.5 | B5:.5 A5:.5 G5:1 B5:1 | C6:2`,
      bass: `
        -:1 | C3:1 G3:1 E3:1 | C3:1 G3:1 E3:1 | C3:1 G3:1 E3:1 | C3:1 G3:1 E3:1 |
        G2:1 G3:1 F3:1 | G2:1 G3:1 F3:1 | G2:1 G3:1 F3:1 | C3:2`,
    },
  ],
};
