// A stand-in game on boardgame.io: hidden hands, a board of 60 tiles, and no rules to speak of.
//
//   node stand_in.cjs PORT [FOLDER]    in memory, or with every match in a file of the folder

const { FlatFile, Server } = require("boardgame.io/dist/cjs/server.js");

const SEATS = 4;
const HAND = 12;
const BOARD = 60;

const tile = (number) => ({ name: `${number % 10}-${(number * 7) % 10}`, x: number * 3, y: number * 5, turned: number % 4 });

const game = {
  name: "stand-in",
  setup: () => ({
    hands: Array.from({ length: SEATS }, (_, seat) => Array.from({ length: HAND }, (__, index) => `${seat}-${index}`)),
    board: Array.from({ length: BOARD }, (_, number) => tile(number)),
    count: BOARD,
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, index) => {
      G.board.shift();
      G.board.push(tile(G.count));
      G.count += 1;
      G.hands[playerID][index % HAND] = `${playerID}-${G.count}`;
    },
  },
  playerView: ({ G, playerID }) => ({ ...G, hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)) }),
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [game], db, origins: [`http://127.0.0.1:${port}`] }).run({ port: Number(port), callback: () => console.log("open") });
