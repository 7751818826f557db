'use strict';
// Magpie plays Five Hundred with simple sense. It keeps nothing between decisions but the rules that
// it was told in `hello`: each one is taken from the `view` of its `act` alone.

const readline = require('node:readline');

const SUITS = ['S', 'C', 'D', 'H'];
const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', 'J', 'Q', 'K', 'A'];
const PAIR = { S: 'C', C: 'S', D: 'H', H: 'D' };
const LOWEST = { 2: '7', 3: '7', 4: '5', 5: '2', 6: '2' }; // four have the red fours too
const FULL_PACK_KITTY = 5;

// What partners, kitty and weak opponents bring on average: by players, then alone or with partners.
const HELP = { 2: [1.8], 3: [0.7], 4: [2, 2], 5: [-0.3, 1.5], 6: [1, 1] };
const HELP_OF_TWO = 2; // partners, in trios
const HELP_OF_FULL_PACK = 0.4; // two more cards of the kitty, and high cards that nobody holds

// --- the pack ---------------------------------------------------------------------------------
function isInPack(rank, suit, players) {
  if (rank === '11' || rank === '12') return players === 6;
  if (rank === '13') return players === 6 && (suit === 'D' || suit === 'H');
  if (rank === '4' && players === 4) return suit === 'D' || suit === 'H';
  return RANKS.indexOf(rank) >= RANKS.indexOf(LOWEST[players]);
}

function packOf(rules) {
  const players = rules.kitty === FULL_PACK_KITTY ? 5 : rules.players;
  const cards = SUITS.flatMap((suit) => RANKS.filter((rank) => isInPack(rank, suit, players))
    .map((rank) => rank + suit));
  return rules.jokers ? [...cards, 'Jo'] : cards;
}

// --- cards -----------------------------------------------------------------------------------
const count = (list, test) => list.filter(test).length;
const bare = (card) => card.split('=')[0]; // "Jo=H" is the joker too
const printedSuit = (card) => card.slice(-1);
const isBower = (card, trump, suit) => trump && card === 'J' + suit;

function suitOf(card, trump, jokerSuit = null) {
  if (bare(card) === 'Jo') return trump || card.split('=')[1] || jokerSuit;
  return isBower(card, trump, PAIR[trump]) ? trump : printedSuit(card);
}

function rankOf(card, trump) {
  if (bare(card) === 'Jo') return RANKS.length + 2;
  if (isBower(card, trump, trump)) return RANKS.length + 1;
  if (isBower(card, trump, PAIR[trump])) return RANKS.length;
  return RANKS.indexOf(card.slice(0, -1));
}

// The first of the best: `legal` and `hand` come in a fixed order, so this is deterministic.
const best = (list, score) =>
  list.slice(1).reduce((top, item) => (score(item) > score(top) ? item : top), list[0]);
const lowest = (list, score) => best(list, (item) => -score(item));

// --- what the view tells ----------------------------------------------------------------------
function readTable(view, rules) {
  const trump = /^\d+[SCDH]$/.test(view.contract) ? view.contract.slice(-1) : null;
  const trick = view.trick || { leader: view.declarer, cards: [], led: null };
  const table = { view, trump, led: trick.led, hand: view.hand, declarer: view.declarer };
  table.misere = /misere$/.test(view.contract || '');
  table.players = view.scores.length;
  table.suit = (card) => suitOf(card, trump, view.joker_suit);
  table.rank = (card) => rankOf(card, trump);
  table.played = seatCards(table, trick);
  table.past = (view.tricks || []).map((done) => seatCards(table, done));
  table.seat = view.seat;
  table.foes = foesOf(view, rules);
  table.last = afterSeats(table, table.seat, 1) === trick.leader;
  table.unseen = unseenCards(table, packOf(rules));
  return table;
}

// Whoever does not belong to the declarer's side plays against it together.
function foesOf(view, rules) {
  const seats = [...view.scores.keys()];
  const ours = [view.seat, ...view.partners];
  if (view.declarer === null || ours.includes(view.declarer) || mayBeSecret(view, rules)) {
    return seats.filter((seat) => !ours.includes(seat));
  }
  const sides = { opposite: 2, pairs: 3, trios: 2 }[rules.partnership];
  if (!sides) return [view.declarer, view.called_partner].filter((seat) => seat !== null);
  return seats.filter((seat) => seat % sides === view.declarer % sides);
}

function mayBeSecret(view, rules) {
  return rules.partnership === 'called-card' && rules.partner_reveal === 'on-play' &&
    view.called !== null && view.called !== 'alone' && view.called_partner === null;
}

function afterSeats(table, leader, steps) {
  let seat = leader;
  for (let i = 0; i < steps; i++) {
    do seat = (seat + 1) % table.players;
    while ((table.view.sitting_out || []).includes(seat));
  }
  return seat;
}

const seatCards = (table, trick) =>
  trick.cards.map((card, i) => ({ card, seat: afterSeats(table, trick.leader, i) }));

function unseenCards(table, pack) {
  const seen = [...table.past.flat(), ...table.played].map((entry) => bare(entry.card));
  const known = new Set([...seen, ...table.hand, ...(table.view.discards || [])]);
  return pack.filter((card) => !known.has(card));
}

const suitLength = (table, card) =>
  count(table.hand, (other) => table.suit(other) === table.suit(card));

// At misère: how many cards of the others may stay below this one.
const danger = (table, card) => (bare(card) === 'Jo' ? 99 : count(table.unseen, (other) =>
  table.suit(other) === table.suit(card) && table.rank(other) < table.rank(card)));

const isMaster = (table, card) => !table.unseen.some((other) =>
  table.suit(other) === table.suit(card) && table.rank(other) > table.rank(card));

function shownVoid(table, seat, suit) {
  return table.past.some((trick) => table.suit(trick[0].card) === suit &&
    trick.some((entry) => entry.seat === seat && table.suit(entry.card) !== suit));
}

function strength(table, card) {
  if (bare(card) === 'Jo') return 200;
  if (table.trump && table.suit(card) === table.trump) return 100 + table.rank(card);
  return table.suit(card) === table.led ? 1 + table.rank(card) : 0;
}

// --- bidding ----------------------------------------------------------------------------------
function sideTricks(cards) {
  const has = (rank) => cards.some((card) => card.slice(0, -1) === rank);
  if (has('A')) return has('K') ? 1.8 : 1;
  return has('K') && cards.length > 1 ? 0.4 : 0;
}

function suitTricks(hand, trump) {
  const trumps = hand.filter((card) => suitOf(card, trump) === trump);
  const top = count(trumps, (card) => rankOf(card, trump) >= RANKS.indexOf('A'));
  if (trumps.length < 4 || top === 0) return 0;
  const long = Math.max(0, trumps.length - Math.max(3, top));
  const sides = SUITS.filter((suit) => suit !== trump)
    .map((suit) => sideTricks(hand.filter((card) => suitOf(card, trump) === suit)));
  return top + long + sides.reduce((sum, tricks) => sum + tricks, 0);
}

function noTrumpTricks(hand) {
  if (count(hand, (card) => card.startsWith('A') || card === 'Jo') < 3) return 0;
  return SUITS.map((suit) => sideTricks(hand.filter((card) => printedSuit(card) === suit)))
    .reduce((sum, tricks) => sum + tricks, hand.includes('Jo') ? 1 : 0);
}

// A card is covered if the cards below it in the hand can stand in for it when its suit is led.
function isMisereHand(hand, pack) {
  return !hand.includes('Jo') && SUITS.every((suit) => {
    const cards = hand.filter((card) => printedSuit(card) === suit);
    const all = pack.filter((card) => printedSuit(card) === suit);
    return cards.every((card, i) => all.indexOf(card) - i <= 2 * i + 1);
  });
}

function helpOf(rules) {
  const alone = rules.partnership === 'solo';
  const help = rules.partnership === 'trios' ? HELP_OF_TWO : HELP[rules.players][alone ? 0 : 1];
  return help + (rules.kitty === FULL_PACK_KITTY ? HELP_OF_FULL_PACK : 0);
}

function chooseCall(view, legal, rules) {
  const isPartner = (seat) => view.partners.includes(seat);
  const standing = view.calls.filter(([, call]) => call !== 'pass').pop();
  if (standing && isPartner(standing[0])) return 'pass';
  if (legal.includes('bid misere') && isMisereHand(view.hand, packOf(rules))) return 'bid misere';
  const agreed = (suit) => view.calls.some(([seat, call]) => isPartner(seat) && call.endsWith(suit));
  const worth = (suit) => (suit === 'NT' ? noTrumpTricks(view.hand) : suitTricks(view.hand, suit)) +
    helpOf(rules) + (agreed(suit) ? 1 : 0);
  const suit = best([...SUITS, 'NT'], worth);
  const bids = legal.filter((action) => action.startsWith('bid ') && action.endsWith(suit));
  const level = (action) => parseInt(action.slice(4), 10);
  const bid = lowest(bids, level);
  return bid && level(bid) <= worth(suit) ? bid : 'pass';
}

// --- discarding -------------------------------------------------------------------------------
function chooseDiscard(table) {
  if (table.misere) return best(table.hand, (card) => danger(table, card));
  const keep = (card) => {
    if (card === 'Jo' || table.suit(card) === table.trump) return 100 + table.rank(card);
    if (card.startsWith('A')) return 50;
    return table.rank(card) + 3 * suitLength(table, card); // short weak suits go first: that makes voids
  };
  return lowest(table.hand, keep);
}

// --- calling a partner ------------------------------------------------------------------------
// The highest side card that the hand misses, best of a suit that it is short of; else any player.
function chooseCalled(table, legal) {
  const called = (action) => action.slice('call '.length);
  const help = (action) => 10 * table.rank(called(action)) - (suitLength(table, called(action)) || 5);
  const cards = legal.filter((action) => table.unseen.includes(called(action)));
  return cards.length ? best(cards, help) : legal[0];
}

// --- play -------------------------------------------------------------------------------------
// Cheap to part with: low side cards first, then low trumps, the joker at the very end.
function cost(table, card) {
  if (bare(card) === 'Jo') return 200;
  return (table.trump && table.suit(card) === table.trump ? 100 : 0) + table.rank(card);
}

function lead(table, cards) {
  if (table.misere) return leadAtMisere(table, cards);
  const trumps = cards.filter((card) => table.trump && table.suit(card) === table.trump);
  if (table.seat === table.declarer && trumps.length && shouldDraw(table, trumps)) {
    const top = best(trumps, table.rank);
    return isMaster(table, top) ? top : lowest(trumps, table.rank);
  }
  const side = cards.filter((card) => !trumps.includes(card));
  const sure = side.filter((card) => isMaster(table, card));
  if (sure.length) return best(sure, (card) => 20 * suitLength(table, card) + table.rank(card));
  if (side.length) return best(side, (card) => 2 * suitLength(table, card) - cost(table, card));
  return best(trumps, table.rank);
}

function shouldDraw(table, trumps) {
  const left = count(table.unseen, (card) => table.suit(card) === table.trump);
  if (left === 0 || table.foes.every((seat) => shownVoid(table, seat, table.trump))) return false;
  return trumps.length > left || trumps.some((card) => isMaster(table, card));
}

function leadAtMisere(table, cards) {
  const wasted = (card) => table.seat !== table.declarer &&
    shownVoid(table, table.declarer, table.suit(card));
  return lowest(cards, (card) => danger(table, card) + (wasted(card) ? 50 : 0));
}

function follow(table, cards) {
  const winner = best(table.played, (entry) => strength(table, entry.card));
  const wins = (card) => strength(table, card) > strength(table, winner.card);
  const over = cards.filter(wins);
  const under = cards.filter((card) => !wins(card));
  if (table.misere && table.seat === table.declarer) return duck(table, over, under);
  if (table.misere) return stayUnder(table, winner, cards, under);
  const price = (card) => cost(table, card);
  if (over.length === 0 || !table.foes.includes(winner.seat)) return lowest(cards, price);
  const sure = over.filter((card) => table.suit(card) === table.led && isMaster(table, card));
  return lowest(table.last || !sure.length ? over : sure, price);
}

function duck(table, over, under) {
  if (under.length) return best(under, (card) => 20 * danger(table, card) + table.rank(card));
  return table.last ? best(over, table.rank) : lowest(over, table.rank);
}

function stayUnder(table, winner, cards, under) {
  if (winner.seat === table.declarer) return best(under.length ? under : cards, table.rank);
  const declarerPlayed = table.played.some((entry) => entry.seat === table.declarer);
  const follows = cards.some((card) => table.suit(card) === table.led);
  return declarerPlayed || !follows ? best(cards, table.rank) : lowest(cards, table.rank);
}

function choosePlay(table, legal) {
  const cards = legal.map((action) => action.slice('play '.length));
  return 'play ' + (table.played.length ? follow(table, cards) : lead(table, cards));
}

// --- the wire ---------------------------------------------------------------------------------
function idea({ phase, view, legal }, rules) {
  if (phase === 'auction') return chooseCall(view, legal, rules);
  if (phase === 'nominate') return 'nominate none';
  const table = readTable(view, rules);
  if (phase === 'discard') return 'discard ' + chooseDiscard(table);
  return phase === 'call' ? chooseCalled(table, legal) : choosePlay(table, legal);
}

function decide(message, rules) {
  try {
    const action = idea(message, rules);
    if (message.legal.includes(action)) return action;
  } catch (error) {
    console.error(error); // a legal answer is better than a lost game
  }
  return message.legal[0];
}

function parse(line) {
  try {
    return JSON.parse(line) || {};
  } catch {
    return {};
  }
}

const send = (message) => process.stdout.write(JSON.stringify(message) + '\n');

async function main() {
  let rules = {};
  for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const message = parse(line);
    if (message.type === 'quit') break;
    if (message.type === 'hello') {
      rules = message.rules;
      send({ name: 'magpie', version: '1.0' });
    }
    if (message.type === 'act') send({ id: message.id, action: decide(message, rules) });
  }
  process.stdin.destroy(); // an open pipe would keep the process alive after `quit`
}

main();
