import { describe, expect, it } from '@jest/globals';
import { csvOf } from '@earworm/contracts';
import { CATEGORIES_MAX, QUESTIONS_PER_CATEGORY_MAX } from '@earworm/rules';
import fc from 'fast-check';
import { LINE_MAX } from '../table-import/read-text.js';
import { readBytes, readList, ROWS_MAX, type ReadList } from './read-list.js';
import { openOf, place } from './rows.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
const read = (text: string): ReadList => {
  const reading = readList(text);
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  return reading;
};
/** Category, points and answer of each row, as they would be on the board. */
const board = (text: string) => {
  const { rows } = read(text);
  const { places } = place(rows, { category: 'Songs' }, new Map());
  return rows.map(({ id, answer }) => [places.get(id)?.category, places.get(id)?.points, answer]);
};
const roles = (text: string) => read(text).table?.columns.map(({ role, certain }) => (certain ? role : `${role}?`));

describe('reading a table with headings', () => {
  it.each([
    ['English', 'Category,Points,Answer,Link', ['category', 'points', 'answer', 'link']],
    ['a board', 'Category,Value,Answer,Link', ['category', 'points', 'answer', 'link']],
    ['a board without links', 'Category,Value,Question,Answer', ['category', 'points', 'none', 'answer']],
    ['a collection', 'Title,Artist,Album,URL,Card#,Year', ['answer', 'answer', 'none', 'link', 'none', 'none']],
    [
      'an export',
      'category,points,answer,youtubeSongName,youtubeLink,clipId',
      ['category', 'points', 'answer', 'song', 'link', 'clip'],
    ],
    ['German', 'Kategorie;Punkte;Antwort;Link', ['category', 'points', 'answer', 'link']],
    ['German songs', 'Nr;Interpret;Titel;Jahr;Link', ['none', 'answer', 'answer', 'none', 'link']],
    ['French', 'Catégorie;Valeur;Réponse;Lien', ['category', 'points', 'answer', 'link']],
    ['Spanish', 'Categoría;Puntos;Canción;Enlace', ['category', 'points', 'answer', 'link']],
    ['Italian', 'Categoria;Punti;Risposta;Collegamento', ['category', 'points', 'answer', 'link']],
    ['Portuguese', 'Categoria;Pontos;Música;Ligação', ['category', 'points', 'answer', 'link']],
    ['Dutch', 'Categorie;Punten;Antwoord;Link', ['category', 'points', 'answer', 'link']],
    ['Polish', 'Kategoria;Punkty;Odpowiedź;Odkaz', ['category', 'points', 'answer', 'link']],
    ['Czech', 'Kategorie;Body;Odpověď;Odkaz', ['category', 'points', 'answer', 'link']],
    ['Turkish', 'KATEGORİ;Puan;Şarkı;Bağlantı', ['category', 'points', 'answer', 'link']],
    ['Swedish', 'Kategori;Poäng;Låt;Länk', ['category', 'points', 'answer', 'link']],
    ['Danish', 'Kategori;Point;Kunstner;Sang', ['category', 'points', 'answer', 'answer']],
    ['Russian', 'Категория;Очки;Ответ;Ссылка', ['category', 'points', 'answer', 'link']],
    ['Greek', 'Κατηγορία;Πόντοι;Απάντηση;Σύνδεσμος', ['category', 'points', 'answer', 'link']],
    ['Japanese', 'カテゴリ;点数;答え;リンク', ['category', 'points', 'answer', 'link']],
  ])('recognises each column by its heading: %s', (_, head, wanted) => {
    expect(
      roles(
        `${head}\n${head
          .split(/[,;]/)
          .map((_cell, n) => `cell ${n}`)
          .join(head.includes(';') ? ';' : ',')}`,
      ),
    ).toEqual(wanted);
  });

  it('accepts semicolons, tabs or bars, quotes, any order, and a category that is named once', () => {
    for (const d of [';', '\t', '|', ','])
      expect(
        board(
          ['Answer', 'Link', 'Category'].join(d) + `\r\n"Für${d} Elise"${d}${LINK}${d}Piano\r\nMoon${d}${LINK}${d}\r\n`,
        ),
      ).toEqual([
        ['Piano', 100, `Für${d} Elise`.replace('\t', ' ')],
        ['Piano', 200, 'Moon'],
      ]);
    expect(board(`sep=;\r\nAntwort;Kategorie\r\nElise;Piano\r\n`)).toEqual([['Piano', 100, 'Elise']]);
  });

  it('makes the answer of artist and title, and the name of the song where there is an answer, too', () => {
    expect(read(`Artist,Title,Link\nABBA,Waterloo,${LINK}`).rows[0]).toMatchObject({
      answer: 'ABBA – Waterloo',
      song: '',
    });
    expect(read(`Answer,Artist,Title,Link\nSweden,ABBA,Waterloo,${LINK}`).rows[0]).toMatchObject({
      answer: 'Sweden',
      song: 'ABBA – Waterloo',
    });
  });

  it('gives rows without a category that of the list, and the next value to points that cannot be read', () => {
    expect(board(`Answer,Points,Link\nA,$300,${LINK}\nB,lots,${LINK}\nC,1.000,${LINK}`)).toEqual([
      ['Songs', 300, 'A'],
      ['Songs', 100, 'B'],
      ['Songs', 1_000, 'C'],
    ]);
    expect(read(`Answer,Points,Link\nB,lots,${LINK}`).rows[0]?.notes).toEqual([
      { code: 'points-unclear', what: 'lots' },
    ]);
  });

  it('finds the links in their column, whatever it is called', () => {
    expect(roles(`Answer,URL,Where\nA,https://example.com,${LINK}\nB,https://example.com,see ${LINK}!`)).toEqual([
      'answer',
      'none?',
      'link',
    ]);
  });

  it('drops the numbers of a list in its answers', () => {
    expect(
      board(`Title,Link\n1. Waterloo,${LINK}\n2) Help,${LINK}\n3. 99 Luftballons,${LINK}`).map(
        ([, , answer]) => answer,
      ),
    ).toEqual(['Waterloo', 'Help', '99 Luftballons']);
  });

  it('names the lines of its rows as people count them, also after a cell of several lines', () => {
    expect(read(`Answer,Link\n"two\nlines",${LINK}\n\nB,${LINK}`).rows.map(({ line }) => line)).toEqual([2, 5]);
  });

  it('keeps formulas as the text they are', () => {
    expect(read(`Answer,Link\n"=1+1",${LINK}\n'=2,${LINK}`).rows.map(({ answer }) => answer)).toEqual(['=1+1', '=2']);
    expect(read(`Answer,Link\nA,"=HYPERLINK(""${LINK}"")"`).rows[0]?.link).toBe(LINK);
  });
});

describe('reading a table without headings', () => {
  it('recognises the columns of a copied spreadsheet by their contents', () => {
    const table = [1, 2, 3, 4].map((n) => `${n}\tABBA\tSong ${n}\t${1970 + n}\t${n * 100}\t${LINK}`).join('\n');
    expect(roles(table)).toEqual(['none?', 'answer?', 'answer?', 'none?', 'points?', 'link']);
    expect(board(table)[1]).toEqual(['Songs', 200, 'ABBA – Song 2']);
  });

  it('asks for what it cannot know', () => {
    expect(roles('Queen;Radio Ga Ga;7\nABBA;Waterloo;12\nBlur;Song 2;3')).toEqual(['answer?', 'answer?', 'points?']);
  });
});

describe('reading lines that are no table', () => {
  it('keeps artist and title of copied charts, and takes neither numbers of the list nor years as points', () => {
    const chart = [
      `1. Queen – Bohemian Rhapsody (1975) ${LINK}`,
      `2\tABBA\tWaterloo\t1974\t${LINK}`,
      `Prince - 1999 - ${LINK}`,
      `Taylor Swift;22;${LINK}`,
      `Smashing Pumpkins | 1979 | ${LINK}`,
      `12 - Band A - Song - 1985 - ${LINK}`,
    ].join('\n');
    expect(board(chart)).toEqual([
      ['Songs', 100, 'Queen – Bohemian Rhapsody (1975)'],
      ['Songs', 200, 'ABBA – Waterloo'],
      ['Songs', 300, 'Prince – 1999'],
      ['Songs', 400, 'Taylor Swift – 22'],
      ['Songs', 500, 'Smashing Pumpkins – 1979'],
      ['Songs', 600, 'Band A – Song'],
    ]);
  });

  it.each([
    [LINK, ''],
    [`${LINK} Alpha Song`, 'Alpha Song'],
    [`Alpha Song ${LINK}`, 'Alpha Song'],
    [`Alpha Song - ${LINK}`, 'Alpha Song'],
    [`1. ${LINK} Happy`, 'Happy'],
    [`2) Luis Fonsi - Despacito ${LINK}`, 'Luis Fonsi – Despacito'],
    [`Queen - Bohemian Rhapsody ${LINK}`, 'Queen – Bohemian Rhapsody'],
    [`- ${LINK} – Happy`, 'Happy'],
    [`"Alpha"; ${LINK}`, 'Alpha'],
    [`[Alpha Song](${LINK})`, 'Alpha Song'],
    [`Waterloo (1974) (${LINK})`, 'Waterloo (1974)'],
    [`youtube.com/watch?v=aaaaaaaaaa1 | 😀 שלום`, '😀 שלום'],
    [`99 Luftballons ${LINK}`, '99 Luftballons'],
  ])('takes the answer from around the link: %s', (line, answer) => {
    expect(read(line).rows[0]).toMatchObject({ answer, points: null });
    expect(read(line).rows[0]?.link).toContain('aaaaaaaaaa1');
  });

  it('finds points where most lines have them in one place, or where they are steps of the board', () => {
    const lines = [`A - 10 - ${LINK}`, `B - Y ${LINK} - 20`, `${LINK} | C | 25`, `D ${LINK}`].join('\n');
    expect(read(lines).rows.map(({ points }) => points)).toEqual([10, 20, 25, null]);
    expect(read(`${LINK} - Alpha - 300`).rows[0]).toMatchObject({ answer: 'Alpha', points: 300 });
    expect(read(`${LINK} - Alpha - 22`).rows[0]).toMatchObject({ answer: 'Alpha – 22', points: null });
  });

  it.each([
    [`${LINK} https://youtu.be/bbbbbbbbbb2`, ['', '']],
    [`${LINK} Alpha, https://youtu.be/bbbbbbbbbb2 Beta`, ['Alpha', 'Beta']],
    [`Alpha ${LINK} Beta https://youtu.be/bbbbbbbbbb2`, ['Alpha', 'Beta']],
  ])('makes several questions of a line with several links: %s', (line, answers) => {
    expect(read(line).rows.map(({ answer }) => answer)).toEqual(answers);
    expect(read(line).rows.map(({ link }) => link.slice(-11))).toEqual(['aaaaaaaaaa1', 'bbbbbbbbbb2']);
  });

  it('reports what is missing in lines without a link', () => {
    const { rows } = read(`My list\n${LINK} Alpha\nhttps://vimeo.com/1 Beta`);
    expect(rows.map((row) => openOf(row))).toEqual([['youtube-link-required'], [], ['youtube-link-required']]);
  });
});

describe('reading a list larger than a category or a board', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `Answer ${n}\t${LINK}`).join('\n');

  it('continues in another category, with the next free points of each', () => {
    const { rows } = read(lines(QUESTIONS_PER_CATEGORY_MAX + 2));
    const { lists } = place(rows, { category: 'Songs' }, new Map());
    expect(lists.map(({ name, questions }) => [name, questions.length, questions[0]?.points])).toEqual([
      ['Songs', QUESTIONS_PER_CATEGORY_MAX, 100],
      ['Songs (2)', 2, 100],
    ]);
  });

  it('fills the category that it is for beside what is there', () => {
    const { rows } = read(`Category\tAnswer\tLink\nOther\tA\t${LINK}\nOther\tB\t${LINK}`);
    const points = Array.from({ length: QUESTIONS_PER_CATEGORY_MAX - 1 }, (_, n) => 100 * (n + 1));
    const into = { categoryId: 'here' as never, points };
    const { lists } = place(rows, { category: 'Rock', into }, new Map());
    expect(
      lists.map(({ categoryId, name, questions }) => [categoryId === 'here', name, questions.map((q) => q.points)]),
    ).toEqual([
      [true, 'Rock', [3_000]],
      [false, 'Rock (2)', [100]],
    ]);
  });

  it('stops at the most rows that a board holds, and reports it', () => {
    const { rows, notes } = read(lines(ROWS_MAX + 5));
    expect(rows).toHaveLength(ROWS_MAX);
    expect(notes).toEqual([{ code: 'too-many-rows', n: ROWS_MAX }]);
    expect(place(rows, { category: 'Songs' }, new Map())).toMatchObject({ isFull: false });
    expect(CATEGORIES_MAX * QUESTIONS_PER_CATEGORY_MAX).toBe(ROWS_MAX);
  });
});

describe('reading a broken list', () => {
  it.each<[string, string | Uint8Array, object]>([
    ['nothing', '', { code: 'empty' }],
    ['blanks', ' \r\n\t\n', { code: 'empty' }],
    ['a mark of UTF-8 alone', Buffer.from('\uFEFF'), { code: 'empty' }],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), { code: 'not-text' }],
    ['a line of a million columns', `Answer,Link${',x'.repeat(1_000_000)}\nA,${LINK}`, { code: 'line-too-long', n: 1 }],
    ['a line of megabytes', `Answer,Link\n${'x'.repeat(LINE_MAX + 1)}`, { code: 'line-too-long', n: 2 }],
    ['a workbook of Excel', zipOf('[Content_Types].xml', 'xl/workbook.xml'), { code: 'excel' }],
    ['an old workbook of Excel', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), { code: 'excel' }],
    [
      'a workbook of LibreOffice',
      zipOf('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'),
      { code: 'calc' },
    ],
    ['a workbook of Numbers', zipOf('Index/Document.iwa'), { code: 'numbers' }],
    ['a ZIP file of something else', zipOf('holiday.jpg'), { code: 'not-text' }],
  ])('refuses it with the reason: %s', (_, list, reason) => {
    const reading = typeof list === 'string' ? readList(list) : readBytes(list, ['en']);
    expect(reading).toEqual({ kind: 'refused', ...reason });
  });

  it('ignores quotes where one is never closed, and reports where', () => {
    const { rows, notes } = read(`Answer,Link\n"Alpha,${LINK}\nBeta,${LINK}\n`);
    expect(rows.map(({ answer }) => answer)).toEqual(['Alpha', 'Beta']);
    expect(notes).toEqual([{ code: 'broken-quote', n: expect.any(Number) }]);
  });

  it('keeps quotes inside of a cell', () => {
    expect(read(`Answer;Link\nThe "real" thing;${LINK}`).rows[0]?.answer).toBe('The "real" thing');
  });

  it.each(['\r', '\n', '\r\n'])('accepts lines that end with %j, or with a mixture', (end) => {
    expect(board(`Answer,Link${end}A,${LINK}\r\nB,${LINK}\rC,${LINK}\n`).map(([, , answer]) => answer)).toEqual([
      'A',
      'B',
      'C',
    ]);
  });

  it('reports mixed encodings', () => {
    const bytes = Buffer.concat([
      Buffer.from(`Answer;Link\nÜber;${LINK}\nM`),
      Uint8Array.from([0xe4]),
      Buffer.from(`nner;${LINK}\n`),
    ]);
    expect(readBytes(bytes, ['de'])).toMatchObject({
      encoding: 'windows-1252',
      notes: [{ code: 'mixed-encodings' }],
      rows: [{ answer: 'Über' }, { answer: 'Männer' }],
    });
  });

  it('returns a result for any bytes, never an error', () => {
    const texts = fc.array(
      fc.constantFrom(
        LINK,
        '\t',
        ';',
        ',',
        '"',
        '\n',
        '\r',
        ' - ',
        '300',
        '1999',
        '1. ',
        'Answer',
        'Link',
        'ä',
        '{',
        '=',
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          texts.map((parts) => Buffer.from(parts.join(''))),
        ),
        (bytes) => {
          const reading = readBytes(bytes, ['en']);
          if (reading.kind !== 'read') return;
          const { lists } = place(reading.rows, { category: 'Songs' }, new Map());
          for (const { name, questions } of lists)
            expect([name === '', questions.length > QUESTIONS_PER_CATEGORY_MAX]).toEqual([false, false]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('reading a JSON file', () => {
  const file = (more: string) => `{\n  "format": "earworm-template",\n  "version": 1,\n  ${more}\n}`;

  it('reads it as another form of a list, with the facts of its template', () => {
    const { rows, facts } = read(
      file(`"title": "Quiz", "categories": [{ "name": "A", "questions": [{ "answer": "X", "youtubeLink": "${LINK}", "points": 0 }] },
        { "name": "A", "questions": [] }]`),
    );
    expect(facts).toMatchObject({ title: 'Quiz' });
    const { lists } = place(rows, { category: 'Songs' }, new Map());
    expect(lists.map(({ name, questions }) => [name, questions.map(({ points, answer }) => [points, answer])])).toEqual(
      [
        ['A', [[0, 'X']]],
        ['A', []],
      ],
    );
  });

  it('reports the place of a syntax error', () => {
    expect(readList('{\n  "format": "earworm-template",\n  oops\n}')).toMatchObject({
      kind: 'broken-json',
      problems: [{ line: 3, column: 3, code: 'not-json' }],
    });
  });

  it('reports a file that is not a template', () => {
    expect(readList('[1, 2]')).toMatchObject({ kind: 'broken-json', problems: [{ code: 'not-a-template' }] });
    expect(readList('{"format": "midi"}')).toMatchObject({ problems: [{ code: 'not-a-template' }] });
  });

  it('reports each wrong field by line and column', () => {
    const text = file(
      `"categories": [\n    { "name": "A", "questions": [\n      { "answer": 7, "points": -1, "mood": "sad" }\n    ] },\n    { "questions": [] }\n  ]`,
    );
    const reading = readList(text);
    expect(reading.kind === 'broken-json' && reading.problems).toEqual(
      expect.arrayContaining([
        { line: 6, column: 19, code: 'wrong-type', what: 'answer' },
        { line: 6, column: 32, code: 'points-invalid', what: 'points' },
        { line: 6, column: 44, code: 'unknown-field', what: 'mood' },
        { line: 8, column: 5, code: 'missing-field', what: 'name' },
      ]),
    );
  });

  it('refuses 2 MB of brackets, and counts errors beyond the first hundred', () => {
    expect(readList('['.repeat(2_000_000))).toMatchObject({ problems: [{ code: 'not-json' }] });
    expect(readList(`${'['.repeat(900_000)}${']'.repeat(900_000)}`).kind).toBe('broken-json');
    const unknown = Array.from({ length: 5_000 }, (_, n) => `"a${n}":1`).join(',');
    expect(readList(file(`"categories":[],${unknown}`))).toMatchObject({ total: 5_000, problems: { length: 100 } });
  });
});

describe('reading an exported list with formulas', () => {
  it('returns the list as it was', () => {
    const cells = fc.constantFrom('=1+1', "'=x", '-5', '@a', 'a;b', 'a,b', '"', 'a"b', '😀', 'שלום', '<b>', '+x');
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 20 }), (answers) => {
        const csv = csvOf([['category', 'answer', 'youtubeLink'], ...answers.map((answer) => ['A', answer, LINK])]);
        expect(read(csv).rows.map(({ answer }) => answer)).toEqual(answers);
      }),
    );
  });
});

function zipOf(...names: readonly string[]): Uint8Array {
  return Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), Buffer.from(names.join('\0\0'))]);
}
