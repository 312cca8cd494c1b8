import { CategoryId } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import { draw, fill, press } from '../../testing/user-actions.js';
import type { BoardPort } from '../live/board.js';
import { BoardEditorContext, type Song } from './editor-context.js';
import { QuestionForm } from './question-form.js';

const port: BoardPort = {
  give: async () => null,
  giveAll: async () => null,
  versionNow: () => 1,
  takesIncomplete: false,
  canUndo: false,
  readOnly: false,
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
});
