import { CategoryId, QuestionId } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { draw, fill, press } from '../../testing/user-actions.js';
import type { BoardPort } from '../live/board.js';
import { BoardEditorContext, type Song } from './editor-context.js';
import { QuestionForm } from './question-form.js';

const port: BoardPort = {
  give: async () => null,
  addList: async () => null,
  addTemplate: async () => ({ questions: 0 }),
  versionNow: () => 1,
  takesIncomplete: false,
  canUndo: false,
  readOnly: false,
};
const question = {
  id: QuestionId.parse('q1'),
  points: 1_500,
  youtubeLink: 'https://youtu.be/djV11Xbc914',
  youtubeSongName: '',
  answer: 'Take On Me',
  clipId: null,
};
const category = { id: CategoryId.parse('eighties'), name: 'The Eighties', questions: [] };

describe('the form of a question', () => {
  it.each([
    ['Take On Me', 'A-ha', 'Take On Me'],
    ['Take On Me', '', 'Take On Me'],
    ['', 'A-ha', 'A-ha'],
    ['', '', 'Song Name'],
  ])('plays a song as its answer, or else as its song name: %j, %j', async (answer, songName, name) => {
    const songs: Song[] = [];
    const context = { port, giveOrNotify: async () => true, onListen: (song: Song) => void songs.push(song) };
    await draw(
      <BoardEditorContext value={context}>
        <QuestionForm
          category={category}
          open="new"
          question={null}
          suggestedPoints={100}
          give={port.give}
          onDone={() => undefined}
        />
      </BoardEditorContext>,
    );
    await fill('YouTube Link', 'https://youtu.be/djV11Xbc914');
    await fill('Answer', answer);
    await fill('Song Name', songName);
    await press('Listen');
    expect(songs).toMatchObject([{ name, medium: { videoId: 'djV11Xbc914' } }]);
  });

  it('shows a question that was changed meanwhile, with its points grouped', async () => {
    const give = async () => ({ code: 'stale-edit' as const, text: 'The question was changed.' });
    await draw(
      <BoardEditorContext value={{ port, giveOrNotify: async () => true, onListen: () => undefined }}>
        <QuestionForm
          category={{ ...category, questions: [question] }}
          open={question.id}
          question={question}
          suggestedPoints={100}
          give={give}
          onDone={() => undefined}
        />
      </BoardEditorContext>,
    );
    await fill('Answer', 'Hunting High and Low');
    await press('Save Question');
    screen.getByText(/^The question was changed\. It is now “Take On Me” for 1,500\./);
  });
});
