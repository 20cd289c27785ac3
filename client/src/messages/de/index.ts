import app from './app.json';
import board from './board.json';
import chat from './chat.json';
import decision from './decision.json';
import end from './end.json';
import hand from './hand.json';
import help from './help.json';
import lobby from './lobby.json';
import log from './log.json';
import names from './names.json';
import opponents from './opponents.json';
import pages from './pages.json';
import panels from './panels.json';
import prompt from './prompt.json';
import refused from './refused.json';
import replay from './replay.json';
import start from './start.json';
import table from './table.json';
import textboard from './textboard.json';
import trade from './trade.json';

export default {
  app,
  board,
  chat,
  decision,
  end,
  hand,
  help,
  lobby,
  log,
  names,
  opponents,
  pages,
  panels,
  prompt,
  refused,
  replay,
  start,
  table,
  textboard,
  trade,
};
