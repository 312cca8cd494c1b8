import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { decodeText } from './decode-text.js';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
/** A list as a spreadsheet of that country saves it. */
const LISTS: readonly (readonly [encoding: string, language: string, text: string])[] = [
  [
    'windows-1250',
    'pl',
    'Kategoria;Punkty;Odpowiedź;Link\r\nPolskie przeboje;100;Zażółć gęślą jaźń – Łąka;https://youtu.be/aaaaaaaaaa1\r\n',
  ],
  [
    'windows-1250',
    'pl',
    'Kategoria;Odpowiedź\r\nPrzeboje;Małgośka – Maryla Rodowicz\r\nPrzeboje;Jolka, Jolka pamiętasz\r\nPrzeboje;Dziwny jest ten świat\r\n',
  ],
  [
    'windows-1250',
    'cs',
    'Kategorie;Odpověď\r\nČeské písně;Želva – Olympic\r\nČeské písně;Holubí dům\r\nČeské písně;Včera neděle byla\r\n',
  ],
  [
    'windows-1251',
    'ru',
    'Категория;Очки;Ответ;Ссылка\r\nХиты;100;Миллион алых роз;https://youtu.be/aaaaaaaaaa1\r\n;200;Группа крови;x\r\n',
  ],
  ['windows-1253', 'el', 'Κατηγορία;Πόντοι;Απάντηση\r\nΤραγούδια;100;Τα παιδιά του Πειραιά\r\n'],
  [
    'windows-1254',
    'tr',
    'Kategori;Puan;Cevap;Bağlantı\r\nŞarkılar;100;Şımarık – Tarkan;x\r\n;200;Gülümse kaderine;x\r\n',
  ],
  ['windows-1255', 'he', 'קטגוריה;נקודות;תשובה;קישור\r\nשירים;100;ירושלים של זהב;x\r\n'],
  ['windows-1256', 'ar', 'فئة;نقاط;إجابة;رابط\r\nأغاني;100;إنت عمري;x\r\n'],
  ['windows-1257', 'lt', 'Kategorija;Taškai;Atsakymas;Nuoroda\r\nDainos;100;Žemėj Lietuvos ąžuolai žaliuos;x\r\n'],
  ['windows-1252', 'fr', 'Catégorie;Points;Réponse\r\nChansons françaises;100;Édith – Été à la plage\r\n'],
  ['windows-1252', 'de', 'Kategorie;Punkte;Antwort\r\nSchlager;100;Über den Wolken\r\n;200;Für Elise\r\n'],
  ['shift_jis', 'ja', 'カテゴリ;点数;答え;リンク\r\n昭和の歌;100;上を向いて歩こう;https://youtu.be/aaaaaaaaaa1\r\n'],
  ['euc-kr', 'ko', '카테고리;점수;정답;링크\r\n노래;100;강남스타일 싸이;https://youtu.be/aaaaaaaaaa1\r\n'],
  ['gb18030', 'zh', '类别;分数;答案;链接\r\n歌曲;100;月亮代表我的心;https://youtu.be/aaaaaaaaaa1\r\n'],
  ['big5', 'zh', '類別;分數;答案;連結\r\n歌曲;100;月亮代表我的心;https://youtu.be/aaaaaaaaaa1\r\n'],
];

describe('decoding a list that a spreadsheet saved', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from('Für Elise;🎵')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFFür Elise;🎵')],
    ['UTF-16 with a mark', Buffer.from('\uFEFFFür Elise;🎵', 'utf16le')],
    ['UTF-16 the other way round', utf16be('\uFEFFFür Elise;🎵')],
    ['UTF-16 without any mark', Buffer.from('Für Elise;🎵', 'utf16le')],
    ['UTF-16 the other way round without any mark', utf16be('Für Elise;🎵')],
  ])('detects %s without doubt', (_, bytes) => {
    expect(decodeText(bytes, ['ja'])).toMatchObject({ text: 'Für Elise;🎵', certain: true });
  });

  it.each(LISTS)(
    'guesses %s in a browser of that language (%s), and reports it as uncertain',
    (encoding, language, text) => {
      expect(decodeText(iconv.encode(text, encoding), [`${language}-XX`, 'en'])).toEqual({
        text,
        encoding,
        certain: false,
        mixed: false,
      });
    },
  );

  const elsewhere = LISTS.filter(([, language]) => !['he', 'zh'].includes(language));
  it.each(elsewhere)('detects %s (%s) in an English browser, too', (encoding, _, text) => {
    expect(decodeText(iconv.encode(text, encoding), ['en-GB'])?.text).toBe(text);
  });

  it('uses the encoding that people choose', () => {
    const [encoding, , text] = LISTS[3]!;
    expect(decodeText(iconv.encode(text, encoding), ['en'], 'koi8-r')?.encoding).toBe('koi8-r');
    const mac = iconv.encode('Für Elise', 'macintosh');
    expect(decodeText(mac, ['en'], 'macintosh')?.text).toBe('Für Elise');
  });

  it('reads line by line where some lines have another encoding', () => {
    const bytes = Buffer.concat([
      Buffer.from('Antwort;Link\nÜber den Wolken;x\nFür Elise;x\n'),
      iconv.encode('Männer;x\n', 'windows-1252'),
    ]);
    expect(decodeText(bytes, ['de'])).toMatchObject({
      text: 'Antwort;Link\nÜber den Wolken;x\nFür Elise;x\nMänner;x\n',
      mixed: true,
    });
  });

  it.each<[string, readonly number[]]>([
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0xd]],
    ['a JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1]],
    ['a program', [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0xfe]],
  ])('refuses %s as it is no text', (_, bytes) => {
    expect(decodeText(Uint8Array.from(bytes), ['en'])).toBeNull();
  });
});
