import { youtubeLinksIn } from '@earworm/rules';
import { type Column, meaningIn, meaningsOf } from '../table-import/columns.js';
import { isBareNumber, readPoints } from './points.js';
import { looksLikePoints, looksLikeRanks, looksLikeYears } from './numbers.js';

export const ROLES = ['category', 'points', 'answer', 'song', 'link', 'clip', 'none'] as const;
/** What a column holds. Several columns may form the answer, or the song's name. */
export type Role = (typeof ROLES)[number];

export type ListColumn = Column<Role>;

type Meaning = Role | 'title' | 'artist';

/** As people call the columns in the languages of hosts: English, German, French, Spanish, Italian, Portuguese, Dutch,
 * Polish, Czech, Turkish, Swedish, Danish, Finnish, Hungarian, Russian, Greek, Japanese, Korean, Chinese. */
const HEADINGS: Readonly<Record<Meaning, string>> = {
  category:
    'category categories kategorie kategorien catégorie categoría categoria categorie kategoria kategori kategória luokka kategorier ' +
    'topic theme thema thème tema rubrik rubrique genre категория κατηγορία カテゴリ カテゴリー ジャンル 카테고리 분류 类别 類別 分类',
  points:
    'points point pts punkte punkt pkt puntos punti pontos punten punkty body bodů puan poäng pisteet pontok очки баллы πόντοι βαθμοί ' +
    '点数 得点 ポイント 점수 分数 分數 value wert valeur valor valore waarde wartość hodnota değer värde værdi стоимость αξία ' +
    'score price prize amount money dollars euro',
  answer:
    'answer answers correctanswer antwort lösung solution réponse respuesta solución risposta soluzione resposta solução antwoord ' +
    'oplossing odpowiedź odpověď řešení cevap yanıt svar vastaus válasz ответ απάντηση 答え 解答 回答 정답 답 答案',
  title:
    'title titel titre título titolo tytuł název başlık cím название τίτλος タイトル 曲名 제목 标题 標題 song songname songtitle ' +
    'track trackname tracktitle lied liedtitel chanson morceau canción canzone brano música faixa piosenka utwór píseň skladba ' +
    'şarkı låt sang kappale dal песня трек τραγούδι 曲 歌 歌曲 곡 노래',
  artist:
    'artist artists artistname artistnames künstler künstlerin interpret interpretin interprète artiste artista artistas cantante ' +
    'intérprete band gruppe groupe grupo gruppo wykonawca artysta zespół umělec kapela sanatçı şarkıcı artiest uitvoerder kunstner ' +
    'esittäjä előadó исполнитель артист группа καλλιτέχνης アーティスト 歌手 가수 艺术家 歌手名 singer performer',
  song: 'youtubesongname youtubetitle videotitle videoname',
  link:
    'link links url youtubelink youtubeurl youtube video videolink videourl lien enlace vínculo collegamento ligação koppeling odkaz ' +
    'adres bağlantı länk linkki ссылка видео σύνδεσμος リンク 動画 링크 链接 連結 連結網址 網址 address adresse href uri',
  clip: 'clipid clip',
  none:
    'no nr num number nummer numéro número numero rank rang pos position platz place puesto posición posizione lp pořadí sıra id index ' +
    'card year jahr année año anno ano jaar rok yıl år vuosi év год έτος 年 연도 album released releasedate duration length ' +
    'question frage pregunta domanda pergunta vraag pytanie otázka soru fråga spørgsmål вопрос ερώτηση 問題 질문 问题 hint hinweis',
};
const MEANINGS = meaningsOf(HEADINGS);

export const meaningOf = (heading: string): Meaning | undefined => meaningIn(MEANINGS, heading);

/** Whether a first row names columns. */
export function isHeading(cells: readonly string[]): boolean {
  if (cells.some((cell) => youtubeLinksIn(cell).length > 0)) return false;
  const known = cells.filter((cell) => meaningOf(cell) !== undefined).length;
  return known >= 2 || (known === 1 && cells.filter((cell) => cell.trim() !== '').length === 1);
}

const SAMPLE = 200;
const filledIn = (rows: readonly (readonly string[])[], index: number): readonly string[] =>
  rows.slice(0, SAMPLE).flatMap((cells) => ((cells[index] ?? '').trim() === '' ? [] : [(cells[index] ?? '').trim()]));
const most = (cells: readonly string[], holds: (cell: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(holds).length * 2 > cells.length;

/** A guess for each column, by its heading or else by what is in it. */
export function guessColumns(headings: readonly string[] | null, rows: readonly (readonly string[])[]): ListColumn[] {
  const width = Math.max(headings?.length ?? 0, ...rows.slice(0, SAMPLE).map((cells) => cells.length));
  const guessed = Array.from({ length: width }, (_, index) => {
    const heading = headings?.[index]?.trim() ?? '';
    const meaning = meaningOf(heading);
    const cells = filledIn(rows, index);
    // A column of links is one, whatever it is called.
    if (most(cells, (cell) => youtubeLinksIn(cell).length > 0))
      return { heading, meaning: 'link' as const, certain: true };
    if (meaning !== undefined) return { heading, meaning, certain: true };
    if (headings !== null && heading !== '') return { heading, meaning: 'none' as const, certain: false };
    return { heading, meaning: byContent(cells), certain: cells.length === 0 };
  });
  // Of several columns with links, points or categories only the first is meant; with an answer, titles name the song.
  const seen = new Set<Meaning>();
  const linksFound = guessed.some(
    ({ meaning, certain }, index) => meaning === 'link' && certain && isLinked(rows, index),
  );
  const hasAnswer = guessed.some(({ meaning }) => meaning === 'answer');
  return guessed.map(({ heading, meaning, certain }, index): ListColumn => {
    const isOnce = meaning === 'link' || meaning === 'points' || meaning === 'category' || meaning === 'clip';
    if (isOnce && (seen.has(meaning) || (meaning === 'link' && linksFound && !isLinked(rows, index))))
      return { heading, role: 'none', certain: false };
    seen.add(meaning);
    if (meaning !== 'title' && meaning !== 'artist') return { heading, role: meaning, certain };
    return { heading, role: hasAnswer ? 'song' : 'answer', certain };
  });
}

const isLinked = (rows: readonly (readonly string[])[], index: number): boolean =>
  filledIn(rows, index).some((cell) => youtubeLinksIn(cell).length > 0);

function byContent(cells: readonly string[]): Meaning {
  if (!most(cells, isBareNumber)) return cells.length === 0 ? 'none' : 'title';
  const numbers = cells.flatMap((cell) => readPoints(cell) ?? []);
  if (looksLikeRanks(numbers) || looksLikeYears(numbers)) return 'none';
  return looksLikePoints(numbers) ? 'points' : 'none';
}
