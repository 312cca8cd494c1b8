import { describe, expect, it } from '@jest/globals';
import { ClipId } from '@earworm/rules';
import { draftFrom, hasProblems, isTypedIn, problemsOf, typedFrom } from './typed-question.js';

const clipId = ClipId.parse('c-1');
const melody = {
  youtubeLink: '',
  clipId,
  youtubeSongName: 'Greensleeves',
  answer: 'Greensleeves',
  points: 300,
};
const link = 'https://youtu.be/dQw4w9WgXcQ?t=90';

describe('the question form', () => {
  it('starts empty with the suggested points', () => {
    expect(typedFrom(null, 400)).toEqual({
      youtubeLink: '',
      youtubeSongName: '',
      answer: '',
      points: 400,
      clipId: null,
    });
  });

  it('says that link and answer are required, both at once', () => {
    const problems = problemsOf(draftFrom(typedFrom(null, 100)));
    expect(problems).toEqual({ youtubeLink: 'YouTube link is required', answer: 'Answer is required' });
    expect(hasProblems(problems)).toBe(true);
  });

  it('says when a link is none to a video', () => {
    const typed = { youtubeLink: 'https://example.com', youtubeSongName: '', answer: 'a', points: 100, clipId: null };
    expect(problemsOf(draftFrom(typed)).youtubeLink).toBe('This is not a link to a YouTube video.');
  });

  it('takes a link out of the sentence or the page that it was copied with', () => {
    const linkIn = (youtubeLink: string) => draftFrom({ ...typedFrom(null, 100), youtubeLink }).youtubeLink;
    expect(linkIn('Listen: https://youtu.be/dQw4w9WgXcQ?t=5.')).toBe('https://youtu.be/dQw4w9WgXcQ?t=5');
    const page = `https://consent.youtube.com/m?x=${'y'.repeat(600)}&continue=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ`;
    expect(linkIn(page)).toBe('https://youtu.be/dQw4w9WgXcQ');
    expect(linkIn('  nothing ')).toBe('nothing');
  });

  it('knows a question that is what is typed, blanks aside, from one that is not', () => {
    const typed = typedFrom(melody, 0);
    expect(isTypedIn(melody, { ...typed, answer: ' Greensleeves ', points: '300' })).toBe(true);
    expect(isTypedIn(melody, { ...typed, answer: 'Green' })).toBe(false);
    expect(isTypedIn(melody, { ...typed, youtubeLink: link })).toBe(false);
  });

  it('distinguishes incomplete questions that lack the same field', () => {
    const incomplete = { ...melody, clipId: null, youtubeLink: link, answer: '' };
    expect(isTypedIn(incomplete, typedFrom(incomplete, 0))).toBe(true);
    expect(isTypedIn(incomplete, { ...typedFrom(incomplete, 0), youtubeLink: 'https://youtu.be/aaaaaaaaaa1' })).toBe(
      false,
    );
  });

  it('takes a link and an answer alone; points left empty count as 0', () => {
    const draft = draftFrom({
      youtubeLink: ` ${link} `,
      youtubeSongName: '',
      answer: ' Rick ',
      points: '',
      clipId: null,
    });
    expect(draft).toEqual({ youtubeLink: link, clipId: null, youtubeSongName: '', answer: 'Rick', points: 0 });
    expect(hasProblems(problemsOf(draft))).toBe(false);
  });

  it('keeps a built-in melody until a link takes its place', () => {
    const typed = typedFrom(melody, 100);
    expect(draftFrom(typed)).toMatchObject({ youtubeLink: '', clipId, points: 300 });
    expect(draftFrom({ ...typed, youtubeLink: link })).toMatchObject({ youtubeLink: link, clipId: null });
  });
});
