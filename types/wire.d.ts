// What goes over the live sockets (docs/live-protocol.md). Written by `make wire` from the Python types: not by hand.

declare namespace Wire {
  /** Says when the house acts, in seconds since 1970 by the server's clock (`now`); `paused` by organisers. */
  interface Clock {
    ends_at: number | null;
    now: number;
    seconds: number;
    paused: boolean;
  }

  /** A finished deal with its link of the chain, which is withheld while other tables play with the same tiles. */
  interface PastDeal {
    number: number;
    reason: "blocked" | "out" | "void";
    scores: number[];
    link: string | null;
  }

  /** Says where a tile lies: its middle in half-tile units, and its angle in degrees clockwise. */
  interface Spot {
    x: number;
    y: number;
    angle: number;
    link?: [number, number][];
  }

  /** An open end, with the free places of a tile that would lie there. */
  interface End {
    place: string;
    pips: number;
    spots: Spot[];
  }

  /** Something that everyone at the table sees happen. */
  interface Event {
    kind: "discarded" | "drew" | "ended" | "filled" | "opened" | "passed" | "placed" | "turned-up" | "deal-over" | "foot" | "foot-done" | "went-out";
    seat?: number;
    tile?: string;
    place?: string;
    count?: number;
  }

  /** What is needed to check the shuffles. */
  interface Fair {
    scheme: string;
    anchor: string;
    contributions: string[];
  }

  /** A tile on the layout; `out` is the half that does not touch. */
  interface Laid {
    x: number;
    y: number;
    angle: number;
    link?: [number, number][];
    seat: number;
    tile: string;
    place: string;
    out: number;
  }

  /** A legal move, and where its tile would lie; if `spot` is missing, it comes in a separate message. */
  interface Offer {
    move: string;
    spot?: Spot | null;
  }

  /** What only the player of a seat may know; `drawn` is the tile just drawn, in Chicken Foot. */
  interface Mine {
    seat: number;
    hand: string[];
    legal: Offer[];
    drawn?: string | null;
  }

  /** A dance card in Two-Step: its top tile, face up, and how many tiles are left. */
  interface Card {
    top: string | null;
    left: number;
  }

  /** An open end by the rules; `free` is how many tiles may still go there now. */
  interface PublicEnd {
    place: string;
    pips: number;
    free: number;
  }

  /** What has to be completed first in Chicken Foot, and how many tiles it still takes. */
  interface Must {
    kind: "arms" | "foot";
    tile: string;
    left: number;
  }

  /** How a deal ended, with all hands; `cards` in Two-Step, `stock` in Kardinaldomino. */
  interface LaidOpen {
    reason: "blocked" | "out" | "void";
    scores: number[];
    hands: string[][];
    cards?: string[][];
    stock?: string[];
  }

  /** What everyone has learnt about a hand: it `lacks` all tiles that show one of these `numbers` (cardinals apart, if `wild`) and these `doubles`, except among its newest `but` tiles; or it `holds` one of them. */
  interface Learnt {
    seat: number;
    says: "holds" | "lacks";
    numbers: number[];
    doubles: number[];
    wild: boolean;
    but: number;
  }

  /** What everyone may know besides the layout; `hands` are numbers of tiles. */
  interface Public {
    starter?: string;
    must?: Must | null;
    drawn?: boolean | number;
    cards?: Card[];
    discards?: string[][];
    out?: number[];
    turn: number | null;
    hands: number[];
    stock: number;
    ends: PublicEnd[];
    result: LaidOpen | null;
    told: Learnt[];
  }

  /** How the match ended; `settlement` in Kardinaldomino. */
  interface MatchResult {
    totals: number[];
    winners: number[];
    settlement?: number[];
  }

  /** A seat with its player's state. `bot` is the level of the house's bot, or empty; `is_bot` is also true for bots that players run. */
  interface Seat {
    seat: number;
    name: string;
    bot: string;
    is_bot: boolean;
    away: boolean;
    left: boolean;
    online: boolean;
    ready: boolean;
    total: number;
  }

  /** The whole table as one seat or an onlooker may see it; `hints` is whether players may ask for them. */
  interface View {
    type: "view";
    protocol: string;
    table: string;
    game: string;
    options: Record<string, unknown>;
    status: "closed" | "finished" | "open" | "running";
    deal: number;
    ply: number;
    seat: number | null;
    seats: Seat[];
    layout: Laid[];
    public: Public;
    ends: End[];
    mine: Mine | null;
    events: Event[];
    clock: Clock;
    deals: PastDeal[];
    moves: [number, string][];
    result: MatchResult | null;
    fair: Fair;
    hints: boolean;
  }

  /** How the deal that has just finished ended, and the match with it, if it is over. */
  interface DealOver {
    number: number;
    reason: "blocked" | "out" | "void";
    scores: number[];
    link: string | null;
    totals: number[];
    result: MatchResult | null;
  }

  /** The parts of `Public` that have changed with a move, or may have. */
  interface PublicChange {
    starter?: string;
    must?: Must | null;
    drawn?: boolean | number;
    cards?: Card[];
    discards?: string[][];
    out?: number[];
    turn?: number | null;
    hands?: number[];
    stock?: number;
    ends?: PublicEnd[];
    result?: LaidOpen | null;
    told?: Learnt[];
  }

  /** A move was played, with what it has changed; if `ends` is missing, they are as before. */
  interface ShortMoved {
    type: "moved";
    deal: number;
    ply: number;
    seat: number;
    move: string;
    by: "bot" | "house" | "player";
    events: Event[];
    layout: Laid[];
    clock: Clock;
    over: DealOver | null;
    public: PublicChange;
    ends?: End[];
  }

  /** What only the receiving player may know, after a move that changed it. */
  interface OwnPart {
    type: "mine";
    deal: number;
    ply: number;
    mine: Mine;
  }

  /** Says where the tiles of the receiving player's legal moves would lie, for each move that places one. */
  interface OwnSpots {
    type: "spots";
    deal: number;
    ply: number;
    spots: Record<string, Spot>;
  }

  /** Somebody came, left, went away, came back, or is ready. */
  interface Seats {
    type: "seats";
    seats: Seat[];
    clock: Clock;
    hints: boolean;
  }

  /** The table's status changed; `rematch` is the address of the next table. */
  interface TableNews {
    type: "table";
    status: "closed" | "finished" | "open" | "running";
    rematch: string | null;
  }

  /** The table asks for the player's contribution to the shuffle. */
  interface BytesWanted {
    type: "contribute";
    anchor: string;
  }

  /** A message from the browser was refused. */
  interface Refused {
    type: "error";
    code: string;
    message: string;
  }

  /** A good move, and why it is one, in the player's language; only for the player who asked. */
  interface Hint {
    type: "hint";
    deal: number;
    ply: number;
    move: string;
    reason: string;
  }

  /** The answer to a ping: the table's current deal and ply. */
  interface Pong {
    type: "pong";
    deal: number;
    ply: number;
  }

  /** A new line. */
  interface Said {
    id: number;
    name: string;
    text: string;
    at: number;
    room?: "onlookers" | "table";
    phrase?: string;
    type: "chat";
  }

  /** A line of a chat. `at` is in seconds since 1970; `room` is only there on pages that show several rooms. `phrase` names a ready-made phrase, which is shown in the reader's language (`text` has it in English). */
  interface Line {
    id: number;
    name: string;
    text: string;
    at: number;
    room?: "onlookers" | "table";
    phrase?: string;
  }

  /** The most recent lines, oldest first. */
  interface LastLines {
    type: "chats";
    lines: Line[];
  }

  /** These lines are taken off open pages. */
  interface Hidden {
    type: "hidden";
    lines: number[];
  }

  interface Play {
    type: "move";
    move: string;
    ply: number;
  }

  interface Sync {
    type: "sync";
  }

  interface Ready {
    type: "ready";
  }

  interface Back {
    type: "back";
  }

  interface Contribute {
    type: "contribute";
    bytes: string;
  }

  interface Chat {
    type: "chat";
    text: string;
  }

  interface Phrase {
    type: "phrase";
    phrase: string;
  }

  interface AskForHint {
    type: "hint";
  }

  interface Ping {
    type: "ping";
  }

  /** Tables have changed: fetch the lists again. */
  interface LobbyChanged {
    type: "lobby";
  }

  /** The tournament has changed; a page that knows this version already ignores it. */
  interface TournamentChanged {
    type: "changed";
    version: number;
  }

  /** The reader's own table has opened. */
  interface YourTable {
    type: "table";
    url: string;
  }

  /** A move was played, with everything that everyone knows now. */
  interface Moved {
    type: "moved";
    deal: number;
    ply: number;
    seat: number;
    move: string;
    by: "bot" | "house" | "player";
    events: Event[];
    layout: Laid[];
    clock: Clock;
    over: DealOver | null;
    public: Public;
    ends: End[];
  }

  /** A move as it was sent at the time, and all hands after it. */
  interface ReplayPly {
    moved: Moved;
    hands: string[][];
  }

  /** A deal of a finished match: what onlookers saw at its start, all hands at that moment, and every move. `deals` is how many deals the match has. */
  interface Replay {
    deals: number;
    view: View;
    hands: string[][];
    plies: ReplayPly[];
  }

  /** A move as it was sent at the time. */
  interface SoFarPly {
    moved: Moved;
  }

  /** A deal of a running match, up to now: what onlookers saw at its start, and every move. */
  interface SoFar {
    view: View;
    plies: SoFarPly[];
  }

  /** A move, and what only the player of a seat may know after it: in a lesson, or a what-if line. */
  interface SeatPly {
    moved: Moved;
    mine: Mine;
  }

  /** A deal played on from a ply of a finished match: what the seat saw there, and every move since. */
  interface WhatIf {
    view: View;
    plies: SeatPly[];
  }

  /** A step: `view` if it begins a new scene, the other players' moves, and the reply to each move that is asked for. `points` says what to point at, with a label or an empty string. */
  interface LessonStep {
    view: View | null;
    plies: SeatPly[];
    answers: Record<string, SeatPly>;
    title: string;
    say: string;
    task: string;
    well: string;
    instead: string;
    why: string;
    points: Record<string, string>;
  }

  /** A whole lesson, in the reader's language. */
  interface Lesson {
    steps: LessonStep[];
  }

  /** A move, and what it loses against the best one, both in words. */
  interface ProblemMove {
    words: string;
    loss: string;
    is_played: boolean;
  }

  /** The coach's answer to a move. `ply` is what follows the move; `address` links to the match of the problem. */
  interface ProblemAnswer {
    ply: SeatPly;
    is_right: boolean;
    said: string;
    reason: string;
    moves: ProblemMove[];
    streak: string;
    address: string;
  }

  /** A problem as seen by the seat on turn, with the answer to the reader's move, if there is one. */
  interface Problem {
    view: View;
    answer: ProblemAnswer | null;
  }

  /** How many notices the player has not read. */
  interface Unread {
    type: "unread";
    number: number;
  }

  /** A new notice, in the player's own language; `url` marks it as read and redirects. */
  interface NewNotice {
    type: "notice";
    id: string;
    text: string;
    url: string;
  }

  /** The player may be needed at a table: the page asks for details. */
  interface Expected {
    type: "expected";
  }

  type FromTable = View | ShortMoved | OwnPart | OwnSpots | Seats | TableNews | BytesWanted | Refused | Hint | Pong | Said | LastLines | Hidden;

  type ToTable = Play | Sync | Ready | Back | Contribute | Chat | Phrase | AskForHint | Ping;

  type FromLobby = LobbyChanged;

  type FromClub = Said | LastLines | Hidden;

  type FromTournament = TournamentChanged | YourTable | Said | LastLines | Hidden;

  type Replayed = Replay | SoFar | WhatIf;

  type Taught = Lesson;

  type Posed = Problem | ProblemAnswer;

  type ToPlayer = Unread | NewNotice | Expected;
}
