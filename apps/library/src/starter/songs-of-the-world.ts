import type { TuneCategory } from './tune.js';

export const SONGS_OF_THE_WORLD: TuneCategory = {
  name: 'Songs of the World',
  tunes: [
    {
      clipId: 'r1v5zb7t',
      title: 'Auld Lang Syne',
      answer: 'Auld Lang Syne (Scottish)',
      points: 100,
      timbre: 'flute',
      tempo: [116, 108],
      bar: 4,
      melody: `
        C4:1 | F4:1.5 E4:.5 F4:1 A4:1 | G4:1.5 F4:.5 G4:1 A4:.5 G4:.5 | F4:1.5 F4:.5 A4:1 C5:1 | D5:3 D5:1 |
        C5:1.5 A4:.5 A4:1 F4:1 | G4:1.5 F4:.5 G4:1 A4:.5 G4:.5 | F4:1.5 D4:.5 D4:1 C4:1 | F4:3`,
      bass: `
        -:1 | F3:2 F3:2 | C3:2 C3:2 | F3:2 A2:2 | Bb2:3 Bb2:1 |
        F3:2 F3:2 | C3:2 C3:2 | Bb2:2 C3:2 | F2:3`,
    },
    {
      clipId: 'n8d2kf9w',
      title: 'Greensleeves',
      answer: 'Greensleeves (English)',
      points: 200,
      timbre: 'flute',
      tempo: [200, 190],
      bar: 6,
      melody: `
        A4:1 | C5:2 D5:1 E5:1.5 F#5:.5 E5:1 | D5:2 B4:1 G4:1.5 A4:.5 B4:1 |
        C5:2 A4:1 A4:1.5 G#4:.5 A4:1 | B4:2 G#4:1 E4:2 A4:1 |
        C5:2 D5:1 E5:1.5 F#5:.5 E5:1 | D5:2 B4:1 G4:1.5 A4:.5 B4:1 |
        C5:1.5 B4:.5 A4:1 G#4:1.5 F#4:.5 G#4:1 | A4:3 A4:2`,
      bass: `
        -:1 | A2:3 C3:3 | G2:3 B2:3 | A2:3 F2:3 | E2:3 E3:3 |
        A2:3 C3:3 | G2:3 B2:3 | A2:3 E2:3 | A2:3 A2:2`,
    },
    {
      clipId: 'c3s7gx5j',
      title: 'Korobeiniki',
      answer: 'Korobeiniki (Russian; the music of Tetris)',
      points: 300,
      timbre: 'piano',
      tempo: [140, 148],
      bar: 4,
      melody: `
        E5:1 B4:.5 C5:.5 D5:1 C5:.5 B4:.5 | A4:1 A4:.5 C5:.5 E5:1 D5:.5 C5:.5 |
        B4:1.5 C5:.5 D5:1 E5:1 | C5:1 A4:1 A4:2 |
        D5:1.5 F5:.5 A5:1 G5:.5 F5:.5 | E5:1.5 C5:.5 E5:1 D5:.5 C5:.5 |
        B4:1 B4:.5 C5:.5 D5:1 E5:1 | C5:1 A4:1 A4:2`,
      bass: `
        E3:1 B3:1 E3:1 B3:1 | A2:1 E3:1 A2:1 E3:1 | G#2:1 E3:1 G#2:1 E3:1 | A2:1 E3:1 A2:2 |
        D3:1 A3:1 D3:1 A3:1 | C3:1 G3:1 C3:1 G3:1 | E3:1 B3:1 E3:1 G#3:1 | A2:1 E3:1 A2:2`,
    },
    {
      clipId: 'f6t9mw2h',
      title: 'Scarborough Fair',
      answer: 'Scarborough Fair (English)',
      points: 400,
      timbre: 'flute',
      tempo: [112, 104],
      bar: 3,
      melody: `
        D4:2 D4:1 | A4:2 A4:1 | E4:1.5 F4:.5 E4:1 | D4:3 |
        -:1 A4:1 C5:1 | D5:2 C5:1 | A4:1 B4:1 G4:1 | A4:3`,
      bass: `
        D3:3 | D3:3 | C3:3 | D3:3 | D3:3 | F3:3 | D3:1 G3:2 | D3:3`,
    },
  ],
};
