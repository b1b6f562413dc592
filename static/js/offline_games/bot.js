// How bots choose in games without the server. Pure.
//
//   readTable(buffer, rules)  {table} for what was fetched from `values.address`, or {refused}: "not_a_table",
//                             "other_version", "other_rules" or "damaged". `buffer`: an ArrayBuffer; `rules`: a game's rule
//                             data. Keep the buffer, and read it once for each page: that takes about 50 ms.
//   chooseMove(game, {table, level, draw})  what the bot does whose turn it is: {hold, box, pause}. `hold`: the positions to
//                             keep, for `roll`, or null; `box`: {column, category}, for `score`, or null. `pause`: ms to wait
//                             before. `table`: null if there is none: then boxes are worth guesses. `level`: what the
//                             server says of a bot, {id, temperature, upper_weight, risk}; null plays perfectly. `draw`: a
//                             number from 0 to below 1 (`randomNumber` of dice.js), the same again for the same choice.
//   ranked(game, {table, level})  all choices, best first, [{keep, fill, value}], for hints. `keep`: faces, or null.
//
// The server sends for each game, besides its rules, `values`: {address, bytes} or null, and `bots`, best first.
